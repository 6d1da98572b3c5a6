import type { Page } from '@playwright/test'
import { type Demo, expect, type OpenParameters } from './test.ts'

/** Visits every view and checks each. */
export async function visitEveryView({
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
  const opener = page.getByRole('button', { name: 'Connect Wallet' }).first()
  const devWallet = demo.view('Connect Wallet').getByRole('button', { name: /^Dev Wallet/ })

  await demo.open({ wallets: 'none', options })
  await check('the page')
  await opener.click()
  await expect(demo.view('Connect Wallet')).toBeVisible()
  await expect(demo.dialog.getByTestId('all-wallets')).toContainText(/\d/)
  await check('Connect without a wallet')
  await demo.dialog.getByTestId('all-wallets').click()
  await expect(demo.view('All Wallets').getByRole('listitem')).toHaveCount(40)
  await check('All Wallets')
  await demo.dialog.getByRole('button', { name: 'Phantom' }).click()
  await expect(demo.dialog.getByRole('link', { name: 'App Store' })).toBeVisible()
  await check('Get a wallet')
  await demo.dialog.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(demo.view('All Wallets')).toBeVisible()
  await demo.dialog.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(demo.view('Connect Wallet')).toBeVisible()
  await demo.dialog.getByRole('button', { name: 'What is a wallet?' }).click()
  await expect(demo.view(/What is a wallet/)).toBeVisible()
  await check('What is a wallet')

  const consent = { legal: true, features: { legalCheckbox: true, names: true } }
  await demo.open({ wallet: 'hang', options: { ...options, ...consent } })
  await opener.click()
  await expect(demo.dialog.getByRole('checkbox')).toBeFocused()
  await check('Connect with a box to check')
  await devWallet.click()
  await expect(demo.dialog.getByRole('checkbox')).toHaveAccessibleDescription('Check this box to connect.')
  await check('Connect without consent')
  await demo.dialog.getByRole('checkbox').check()
  await check('Connect')
  await devWallet.click()
  await expect(demo.dialog.getByText('Continue in Dev Wallet')).toBeVisible()
  await check('Connecting: waiting')
  await demo.wallet((wallet) => {
    wallet.setPolicy('reject')
    for (const request of wallet.pending) request.reject()
  })
  await expect(demo.dialog.getByText('Not connected')).toBeVisible()
  await check('Connecting: rejected')
  await demo.wallet((wallet) => wallet.setPolicy({ code: -32603, message: 'broken' }))
  await demo.dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(demo.dialog.getByText('could not connect')).toBeVisible()
  await check('Connecting: failed')
  await demo.wallet((wallet) => wallet.setPolicy('approve'))
  await demo.dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(demo.view('Sign In')).toBeVisible()
  await check('Sign In')
  await demo.dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(demo.dialog).toBeHidden()
  await expect(demo.output('Balance')).toContainText('ETH')
  await check('the page, connected')

  await page
    .getByRole('button', { name: /0xf3…b92266/ })
    .first()
    .click()
  for (const tab of ['Tokens', 'NFTs', 'Activity']) {
    await demo.dialog.getByRole('tab', { name: tab }).click()
    await expect(demo.dialog.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible()
    await check(`Account: ${tab}`)
  }
  await demo.dialog.getByRole('button', { name: 'Receive' }).click()
  await expect(demo.view('Receive')).toBeVisible()
  await check('Receive')
  await demo.dialog.getByRole('button', { name: /^Compatible networks/ }).click()
  await expect(demo.view('Compatible Networks').getByRole('listitem').first()).toBeVisible()
  await check('Compatible Networks')
  await demo.dialog.getByRole('button', { name: 'Back' }).click()
  await expect(demo.view('Receive')).toBeVisible()
  await demo.dialog.getByRole('button', { name: 'Back' }).click()
  await demo.dialog.getByRole('button', { name: 'Account settings' }).click()
  await expect(demo.view('Account Settings')).toBeVisible()
  await check('Account Settings')
  await demo.dialog.getByRole('button', { name: /^Choose account name/ }).click()
  await demo.view('Choose Account Name').getByRole('textbox', { name: 'Name' }).fill('aurelia')
  await expect(demo.dialog.getByRole('button', { name: /^aurelia\.portico\.local/ })).toBeVisible()
  await check('Choose Account Name')
  await demo.dialog.getByRole('button', { name: 'Back' }).click()
  await expect(demo.view('Account Settings')).toBeVisible()
  await demo.dialog.getByRole('button', { name: /^Local One/ }).click()
  await expect(demo.view('Choose Network')).toBeVisible()
  // The title appears before the view, which is then animated.
  await expect(demo.dialog.getByRole('button', { name: /^Local Two/ })).toBeVisible()
  await check('Choose Network')
  await demo.dialog.getByRole('button', { name: 'What is a network?' }).click()
  await expect(demo.view('What is a network?')).toContainText('Each network has its own fees')
  await check('What is a network')
  await demo.dialog.getByRole('button', { name: 'Back' }).click()
  await expect(demo.dialog.getByRole('button', { name: /^Local Two/ })).toBeVisible()
  await demo.wallet((wallet) => wallet.setPolicy('hang'))
  await demo.dialog.getByRole('button', { name: /^Local Two/ }).click()
  await expect(demo.view('Switch Network')).toBeVisible()
  await check('Switch Network: waiting')
  await demo.wallet((wallet) => {
    wallet.setPolicy('reject')
    for (const request of wallet.pending) request.reject()
  })
  await expect(demo.dialog.getByText('Not switched')).toBeVisible()
  await check('Switch Network: rejected')
  await demo.dialog.getByRole('button', { name: 'Close' }).click()
  await expect(demo.dialog).toBeHidden()
  await demo.wallet((wallet) => wallet.switchChain(31339))
  await expect(demo.view('Unsupported Network')).toBeVisible()
  await check('Unsupported Network')
}
