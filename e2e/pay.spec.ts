import { readQr } from './readQr.ts'
import { sendEther } from './sendEther.ts'
import { expect, test } from './test.ts'

const shop = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

test.describe('pay', () => {
  test('behavior: from the connected wallet, until the block', async ({ page, demo }) => {
    await demo.open({ options: { signIn: 'off' } })
    await demo.connect()
    await page.getByRole('button', { name: 'Ask for a payment' }).click()
    const view = demo.view('Pay')
    await expect(view.getByText('0.01 ETH')).toBeVisible()
    await expect(view.getByText(shop)).toBeVisible()
    const folder = process.env.SCREENSHOTS
    if (folder) await page.screenshot({ path: `${folder}/pay.png` })
    await view.getByRole('button', { name: /^Pay with Dev Wallet/ }).click()
    const form = demo.view('Send')
    await expect(form.getByRole('textbox', { name: 'Amount' })).toHaveJSProperty('readOnly', true)
    await form.getByRole('button', { name: 'Preview send' }).click()
    await demo.view('Preview Send').getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByRole('status', { name: 'Result' })).toContainText('Paid 0.01 ETH: 0x')
  })

  test('behavior: from another wallet, whose payment is seen on chain', async ({ page, demo, stack }) => {
    await demo.open({ options: { signIn: 'off' } })
    await page.getByRole('button', { name: 'Ask for a payment' }).click()
    await demo.view('Pay').getByRole('button', { name: 'Pay another way' }).click()
    const view = demo.view('Pay Another Way')
    await expect(view.getByText('We wait until it arrives')).toBeVisible()
    const folder = process.env.SCREENSHOTS
    if (folder) await page.screenshot({ path: `${folder}/pay-request.png` })
    const link = await readQr(view.getByTestId('wui-qr-code'))
    expect(link).toBe(`ethereum:${shop}@31337?value=10000000000000000`)
    await sendEther(stack, shop, 0.01)
    await expect(view.getByRole('heading', { name: 'Paid' })).toBeVisible({ timeout: 30_000 })
    await view.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('status', { name: 'Result' })).toContainText('from another wallet')
  })

  test('behavior: closing the modal is no payment', async ({ page, demo }) => {
    await demo.open({ options: { signIn: 'off' } })
    await demo.connect()
    await page.getByRole('button', { name: 'Ask for a payment' }).click()
    await demo.view('Pay').getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('status', { name: 'Result' })).toContainText('Not paid')
  })
})
