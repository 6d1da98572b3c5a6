import { expect, test } from './test.ts'

const off = { signIn: 'off' }
/** An account that nobody in the tests uses. */
const carol = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

test.describe('send', () => {
  test('behavior: the coin, from the form over the preview and the wallet to the block', async ({
    page,
    demo,
  }) => {
    await demo.open({ options: off })
    await demo.connect()
    await demo.openAccount('Tokens')
    await demo.view('Account').getByRole('button', { name: 'Send', exact: true }).click()
    const form = demo.view('Send')
    await form.getByRole('button', { name: 'Select token' }).last().click()
    await demo
      .view('Select Token')
      .getByRole('button', { name: /^Ether/ })
      .click()
    await expect(form.getByRole('button', { name: 'Add amount' })).toBeVisible()
    await form.getByRole('textbox', { name: 'Amount' }).fill('0.25')
    await expect(form.getByRole('button', { name: 'Add address' })).toBeVisible()
    await form.getByRole('textbox', { name: 'To' }).fill(carol.slice(0, -1))
    await expect(form.getByRole('button', { name: 'Invalid address' })).toBeVisible()
    await form.getByRole('textbox', { name: 'To' }).fill(carol)
    const folder = process.env.SCREENSHOTS
    if (folder) await page.screenshot({ path: `${folder}/send.png` })
    await form.getByRole('button', { name: 'Preview send' }).click()
    const preview = demo.view('Preview Send')
    await expect(preview.getByText('0.25 ETH').first()).toBeVisible()
    await expect(preview.getByText(carol)).toBeVisible()
    if (folder) await page.screenshot({ path: `${folder}/send-preview.png` })
    await preview.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(demo.view('Send Progress').getByText('Confirmed')).toBeVisible()
    if (folder) await page.screenshot({ path: `${folder}/send-confirmed.png` })
  })
})
