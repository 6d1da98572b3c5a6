import type { Page } from '@playwright/test'
import { type Demo, expect, type OpenParameters } from './test.ts'

/** Visits the views that buy, fund and ask for a payment, and checks each. */
export async function visitMoneyViews({
  page,
  demo,
  check,
  options = {},
}: {
  page: Page
  demo: Demo
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
  await demo.view('Pay').getByRole('button', { name: 'Pay another way' }).click()
  await expect(
    demo.view('Pay Another Way').getByRole('img', { name: 'QR code of the payment' }),
  ).toBeVisible()
  await check('Pay Another Way')
  await demo.dialog.getByRole('button', { name: 'Close' }).click()

  await demo.openAccount('Tokens')
  await demo.view('Account').getByRole('button', { name: 'Send', exact: true }).click()
  await demo.view('Send').getByRole('button', { name: 'Select token' }).last().click()
  await demo
    .view('Select Token')
    .getByRole('button', { name: /^Ether/ })
    .click()
  await demo.view('Send').getByRole('textbox', { name: 'Amount' }).fill('99999999')
  await demo.view('Send').getByRole('button', { name: 'Fund wallet' }).click()
  await expect(demo.view('Fund Wallet').getByRole('button', { name: /^Buy/ })).toBeVisible()
  await expect(demo.view('Fund Wallet').getByRole('button', { name: /^Get test money/ })).toBeVisible()
  await check('Fund Wallet')
}
