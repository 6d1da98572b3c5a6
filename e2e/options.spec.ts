import { expect, test } from './test.ts'

test.describe('options', () => {
  test('behavior: without a network switch, no button leads to the list of networks', async ({
    demo,
    page,
  }) => {
    await demo.open({ options: { signIn: 'off', enableNetworkSwitch: false } })
    await demo.connect()
    await expect(page.getByTestId('w3m-network-button').first()).toBeDisabled()
    await page.getByTestId('account-button').first().click()
    await demo.view('Account').getByRole('button', { name: 'Account settings' }).click()
    // The view of before is still in the modal while the next one comes in.
    const settings = demo.view('Account Settings')
    await expect(settings.getByTestId('account-settings-address')).toBeVisible()
    await expect(demo.dialog.getByRole('button', { name: 'Account settings' })).toHaveCount(0)
    await expect(settings.getByText('Local One')).toBeVisible()
    await expect(settings.getByRole('button', { name: /Local One/ })).toHaveCount(0)
  })

  test('behavior: collapsed wallets are behind a button below the e-mail field, and connect', async ({
    demo,
    page,
  }) => {
    await demo.open({ options: { signIn: 'off', features: { collapseWallets: true } } })
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    const view = demo.view('Connect Wallet')
    await expect(view.getByRole('textbox')).toBeVisible()
    await expect(view.getByRole('button', { name: /^Dev Wallet/ })).toHaveCount(0)
    await view.getByRole('button', { name: 'Continue with a wallet' }).click()
    await expect(view.getByRole('textbox')).toHaveCount(0)
    await view.getByRole('button', { name: /^Dev Wallet/ }).click()
    await expect(demo.output('Status')).toHaveText('connected')
    await expect(demo.dialog).toBeHidden()
  })

  test('behavior: without the feature, the view with the address has no button', async ({ demo, page }) => {
    await demo.open({ options: { signIn: 'off', features: { receive: false } } })
    await demo.connect()
    await page.getByTestId('account-button').first().click()
    await expect(demo.view('Account').getByRole('button', { name: 'Disconnect' })).toBeVisible()
    await expect(demo.view('Account').getByRole('button', { name: 'Receive' })).toHaveCount(0)
  })
})
