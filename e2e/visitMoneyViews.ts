import type { Page } from '@playwright/test'
import { sendEther } from './sendEther.ts'
import type { Stack } from './stack.ts'
import { type Demo, expect, type OpenParameters } from './test.ts'

const shop = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const nobody = '0x3333444455556666777788889999000011112222'

/**
 * Visits the views that buy, send, fund and ask for a payment, and checks each. The visitor's account pays nothing: what other tests
 * see of it stays as it is.
 */
export async function visitMoneyViews({
  page,
  demo,
  stack,
  check,
  options = {},
}: {
  page: Page
  demo: Demo
  stack: Stack
  check: (view: string) => Promise<void>
  options?: OpenParameters['options']
}): Promise<void> {
  const back = () => demo.dialog.getByRole('button', { name: 'Back', exact: true }).click()
  const buy = demo.view('Buy')
  const offer = buy.getByRole('button', { name: /^Play money.*ETH/ })

  await demo.open({ options: { ...options, signIn: 'off' } })
  await demo.connect()
  await demo.openAccount('Tokens')
  await demo.view('Account').getByRole('button', { name: 'Buy', exact: true }).click()
  await buy.getByRole('textbox', { name: 'Amount' }).fill('1')
  await expect(buy.getByText('The smallest purchase is $5.00.')).toBeVisible()
  await check('Buy: an amount outside of the limits')
  await buy.getByRole('textbox', { name: 'Amount' }).fill('100')
  await expect(offer).toBeVisible()
  await check('Buy: offers')
  await buy.getByTestId('buy-token').click()
  const tokens = demo.view('Choose what to buy').getByRole('listitem')
  await expect(tokens.first()).toBeVisible()
  await check('Choose what to buy')
  await tokens.filter({ has: page.locator('[aria-current]') }).click()
  await buy.getByTestId('buy-currency').click()
  await expect(demo.view('Choose currency').getByRole('listitem').first()).toBeVisible()
  await check('Choose currency')
  await back()
  await buy.getByRole('button', { name: 'What is buying?' }).click()
  await expect(demo.view('What is buying?')).toContainText('The provider checks who you are')
  await check('What is buying')
  await back()
  const [provider] = await Promise.all([page.waitForEvent('popup'), offer.click()])
  await expect(buy.getByRole('heading', { name: 'Continue at Play money' })).toBeVisible()
  await page.bringToFront()
  await check('Buy: the provider is open')
  await provider.getByRole('button', { name: 'Decline' }).click()
  await expect(buy.getByRole('heading', { name: 'The purchase failed' })).toBeVisible({ timeout: 30_000 })
  await provider.close()
  await check('Buy: failed')
  await back()
  await buy.getByTestId('buy-activity').click()
  await expect(demo.view('Your purchases').getByRole('listitem').first()).toBeVisible()
  await check('Your purchases')
  await demo.dialog.getByRole('button', { name: 'Close' }).click()
  await expect(demo.dialog).toBeHidden()

  await page.getByRole('button', { name: 'Ask for a payment' }).click()
  await expect(demo.view('Pay').getByTestId('pay-amount')).toHaveText('0.01 ETH')
  await check('Pay')
  // Only what arrives after the first look at the balance counts.
  const firstLook = page.waitForResponse(
    (response) => response.request().postData()?.toLowerCase().includes(shop.toLowerCase()) === true,
  )
  await demo.view('Pay').getByRole('button', { name: 'Pay another way' }).click()
  await expect(
    demo.view('Pay Another Way').getByRole('img', { name: 'QR code of the payment' }),
  ).toBeVisible()
  await check('Pay Another Way')
  await firstLook
  await sendEther(stack, shop, 0.01)
  await expect(demo.dialog.getByRole('heading', { name: 'Paid' })).toBeVisible({ timeout: 30_000 })
  await check('Pay: paid')
  await demo.dialog.getByRole('button', { name: 'Done' }).click()

  await demo.openAccount('Tokens')
  await demo.view('Account').getByRole('button', { name: 'Send', exact: true }).click()
  await demo.view('Send').getByRole('button', { name: 'Select token' }).last().click()
  await demo
    .view('Select Token')
    .getByRole('button', { name: /^Ether/ })
    .click()
  await demo.view('Send').getByRole('textbox', { name: 'Amount' }).fill('0.25')
  await demo.view('Send').getByRole('textbox', { name: 'To' }).fill(nobody)
  await expect(demo.view('Send').getByRole('button', { name: 'Preview send' })).toBeVisible()
  await check('Send')
  await demo.view('Send').getByRole('button', { name: 'Preview send' }).click()
  const preview = demo.view('Preview Send')
  await expect(preview.getByTestId('details-fee')).toBeVisible()
  await check('Preview Send')
  await demo.wallet((wallet) => wallet.setPolicy('reject'))
  await preview.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(demo.view('Send Progress').getByRole('heading', { name: 'Not sent' })).toBeVisible()
  await check('Send Progress: refused')
  await back()
  await demo.view('Send').getByRole('textbox', { name: 'Amount' }).fill('99999999')
  await demo.view('Send').getByRole('button', { name: 'Fund wallet' }).click()
  await expect(demo.view('Fund Wallet').getByRole('button', { name: /^Buy/ })).toBeVisible()
  await expect(demo.view('Fund Wallet').getByRole('button', { name: /^Get test money/ })).toBeVisible()
  await check('Fund Wallet')
}
