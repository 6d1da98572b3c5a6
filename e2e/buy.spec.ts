import type { Locator, Page } from '@playwright/test'
import { type Demo, expect, test } from './test.ts'

const off = { signIn: 'off' }

/** Opens Buy from the account, and types an amount of dollars. */
async function openBuy(demo: Demo, amount: string): Promise<Locator> {
  await demo.open({ options: off })
  await demo.connect()
  await demo.openAccount('Tokens')
  await demo.view('Account').getByRole('button', { name: 'Buy', exact: true }).click()
  const form = demo.view('Buy')
  await form.getByRole('textbox', { name: 'Amount' }).fill(amount)
  return form
}

/** Chooses the offer of the local provider, and returns the window with its page. */
async function openProvider(page: Page, form: Locator): Promise<Page> {
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    form.getByRole('button', { name: /^Play money/ }).click(),
  ])
  return opened
}

test.describe('buy', () => {
  test('behavior: pay at the provider, until the coins are on chain', async ({ page, demo }) => {
    const form = await openBuy(demo, '100')
    await expect(form.getByRole('button', { name: /^Play money.*ETH/ })).toBeVisible()
    const folder = process.env.SCREENSHOTS
    if (folder) await page.screenshot({ path: `${folder}/buy.png` })
    const provider = await openProvider(page, form)
    await expect(form.getByRole('heading', { name: /Continue at Play money/ })).toBeVisible()
    if (folder) await page.screenshot({ path: `${folder}/buy-progress.png` })
    const payButton = provider.getByRole('button', { name: 'Pay' })
    await expect(payButton).toBeVisible()
    expect(await provider.evaluate(() => window.opener)).toBeNull()
    await payButton.click()
    await expect(form.getByRole('heading', { name: 'ETH has arrived' })).toBeVisible({ timeout: 30_000 })
    if (folder) await page.screenshot({ path: `${folder}/buy-arrived.png` })
    await form.getByRole('button', { name: 'Done' }).click()
    await expect(demo.view('Account')).toBeVisible()
  })

  test('behavior: declined at the provider, the purchase fails', async ({ page, demo }) => {
    const form = await openBuy(demo, '50')
    const provider = await openProvider(page, form)
    await provider.getByRole('button', { name: 'Decline' }).click()
    await expect(form.getByRole('heading', { name: 'The purchase failed' })).toBeVisible({ timeout: 30_000 })
  })

  test('behavior: what the provider lets expire has bought nothing', async ({ page, demo, stack }) => {
    const form = await openBuy(demo, '60')
    const provider = await openProvider(page, form)
    await expect(provider.getByRole('button', { name: 'Pay' })).toBeVisible()
    const order = new URL(provider.url()).pathname.split('/').at(-1)
    const response = await fetch(`${stack.onrampUrl}/api/orders/${order}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ action: 'expire' }),
    })
    expect(await response.json()).toMatchObject({ status: 'expired' })
    await expect(form.getByRole('heading', { name: 'The purchase has expired' })).toBeVisible()
    await expect(form.getByText('Nothing was bought. If you have paid, ask Play money.')).toBeVisible()
    await form.getByRole('button', { name: 'Done' }).click()
    await expect(demo.view('Account')).toBeVisible()
  })

  test('behavior: a purchase that hangs is followed after a reload', async ({ page, demo }) => {
    const form = await openBuy(demo, '40')
    const provider = await openProvider(page, form)
    await provider.getByRole('button', { name: 'Hang' }).click()
    await expect(provider.getByText('this provider no longer answers')).toBeVisible()
    await expect(form.getByRole('heading', { name: /Continue at Play money/ })).toBeVisible()
    await page.reload()
    await expect(demo.output('Status')).toHaveText('connected')
    await demo.openAccount('Tokens')
    await demo.view('Account').getByRole('button', { name: 'Buy', exact: true }).click()
    await form.getByRole('button', { name: 'Your purchases' }).click()
    await demo
      .view('Your purchases')
      .getByRole('button', { name: /^ETH · \$40\.00/ })
      .click()
    await expect(form.getByRole('heading', { name: /Continue at Play money/ })).toBeVisible()
  })

  test('behavior: where the operator has no provider there is no button', async ({ page, demo }) => {
    await page.route('**/v1/onramp/providers**', (route) => route.fulfill({ json: [] }))
    await demo.open({ options: off })
    await demo.connect()
    await demo.openAccount('Tokens')
    await expect(demo.view('Account').getByRole('button', { name: 'Send', exact: true })).toBeVisible()
    await expect(demo.view('Account').getByRole('button', { name: 'Buy', exact: true })).toHaveCount(0)
  })

  test('behavior: too little money leads to the ways to get some', async ({ demo }) => {
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
    await form.getByRole('textbox', { name: 'Amount' }).fill('99999999')
    await expect(form.getByRole('button', { name: 'Insufficient balance' })).toBeVisible()
    await form.getByRole('button', { name: 'Fund wallet' }).click()
    await expect(demo.view('Fund Wallet').getByRole('button', { name: /^Buy/ })).toBeVisible()
    await expect(demo.view('Fund Wallet').getByRole('button', { name: /^Receive/ })).toBeVisible()
  })
})
