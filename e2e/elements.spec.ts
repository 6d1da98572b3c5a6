import { expect, test } from './test.ts'

const off = { options: { signIn: 'off' } }

test.describe('custom elements', () => {
  test('behavior: elements open the modal, and follow the connection and their attributes', async ({
    page,
    demo,
  }) => {
    await demo.open(off)
    await page.getByText('Custom elements').click()
    const button = page.locator('appkit-button')
    const connect = page.locator('appkit-connect-button')
    const account = page.locator('appkit-account-button')
    const network = page.locator('appkit-network-button')
    await expect(button.getByRole('button')).toHaveText('Connect Wallet')
    await expect(account.getByRole('button')).toHaveCount(0)

    await connect.evaluate((element) => {
      element.setAttribute('label', 'Log in')
      element.setAttribute('size', 'sm')
    })
    await expect(connect.getByRole('button')).toHaveText('Log in')
    await expect(connect.getByRole('button')).toHaveAttribute('data-size', 'sm')
    await connect.evaluate((element) => element.setAttribute('disabled', ''))
    await expect(connect.getByRole('button')).toBeDisabled()
    await connect.evaluate((element) => element.removeAttribute('disabled'))
    await expect(connect.getByRole('button')).toBeEnabled()
    await connect.evaluate((element) => element.removeAttribute('label'))
    await expect(connect.getByRole('button')).toHaveText('Connect Wallet')

    await connect.getByRole('button').click()
    await expect(demo.view('Connect Wallet')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(demo.dialog).toBeHidden()
    await expect(connect.getByRole('button')).toBeFocused()

    await button.getByRole('button').click()
    await demo
      .view('Connect Wallet')
      .getByRole('button', { name: /^Dev Wallet/ })
      .click()
    await expect(demo.dialog).toBeHidden()
    await expect(button.getByRole('button')).toContainText('0xf3…b92266')
    await expect(account.getByRole('button')).toContainText('0xf3…b92266')
    await expect(account.getByRole('button')).toContainText('ETH')
    await account.evaluate((element) => {
      element.setAttribute('balance', 'hide')
      element.setAttribute('charsstart', '6')
      element.setAttribute('charsend', '4')
    })
    await expect(account.getByRole('button')).toHaveText('0xf39F…2266')
    await account.getByRole('button').click()
    await demo.view('Account').getByRole('button', { name: 'Close' }).click()
    await expect(demo.dialog).toBeHidden()

    await expect(network.getByRole('button')).toHaveText('Local One')
    await network.getByRole('button').click()
    await demo
      .view('Choose Network')
      .getByRole('button', { name: /^Local Two/ })
      .click()
    await expect(network.getByRole('button')).toHaveText('Local Two')
    await expect(demo.dialog).toBeHidden()

    // Moving an element keeps its state; an element that is removed and inserted again works again.
    await network.evaluate((element) => document.querySelector('main')?.append(element))
    await expect(page.locator('main > appkit-network-button').getByRole('button')).toHaveText('Local Two')
    await page.evaluate(() => {
      const late = document.createElement('w3m-button')
      document.querySelector('main')?.append(late)
    })
    await expect(page.locator('w3m-button').getByRole('button')).toContainText('0xf3…b92266')

    await demo.wallet((wallet) => wallet.disconnect())
    await expect(button.getByRole('button')).toHaveText('Connect Wallet')
    await expect(account.getByRole('button')).toHaveCount(0)
    await expect(connect.getByRole('button')).toHaveText('Connect Wallet')
  })
  test('behavior: a wallet button connects its wallet, or opens the modal for it', async ({ page, demo }) => {
    await demo.open(off)
    await page.getByText('Custom elements').click()
    const wallet = page.locator('appkit-wallet-button')
    await expect(wallet.getByRole('button', { name: 'WalletConnect' })).toBeVisible()
    await wallet.getByRole('button').click()
    await expect(demo.view('WalletConnect')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(demo.dialog).toBeHidden()
    await expect(wallet.getByRole('button')).toBeFocused()

    await wallet.evaluate((element) => element.setAttribute('wallet', 'dev'))
    await expect(wallet.getByRole('button', { name: 'Dev Wallet' })).toBeVisible()
    await wallet.getByRole('button').click()
    await expect(page.locator('appkit-account-button').getByRole('button')).toContainText('0xf3…b92266')
    await expect(demo.dialog).toBeHidden()
  })
})
