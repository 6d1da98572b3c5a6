import { expect, test } from './test.ts'

const off = { options: { signIn: 'off' } }

test.describe('networks', () => {
  test('behavior: search and switch through the wallet', async ({ page, demo }) => {
    await demo.open(off)
    await demo.connect()
    await page
      .getByRole('button', { name: /Local One/ })
      .first()
      .click()
    const view = demo.view('Choose Network')
    await view.getByRole('searchbox').fill('two')
    await expect(view.getByRole('button', { name: /^Local One/ })).toHaveCount(0)
    await view.getByRole('button', { name: /^Local Two/ }).click()
    await expect(demo.output('Network')).toContainText('Local Two')
  })

  test('behavior: a click on the network button works while the balance beside it is loading', async ({
    page,
    demo,
  }) => {
    let releaseBalance = () => {}
    const balanceReleased = new Promise<void>((resolve) => {
      releaseBalance = resolve
    })
    await page.route(/\/v1\/account\/[^/]+\/balance/, async (route) => {
      await balanceReleased
      await route.continue()
    })
    await demo.open(off)
    await demo.connect()
    await expect(demo.dialog).toBeHidden()
    const account = page.getByTestId('account-button').first()
    await expect(account).toContainText('0xf3')
    await page.getByTestId('w3m-network-button').first().hover()
    await page.mouse.down()
    releaseBalance()
    await expect(account).toContainText('ETH')
    await page.mouse.up()
    await expect(demo.view('Choose Network')).toBeVisible()
  })

  test('behavior: a network that the wallet lacks is added to it', async ({ page, demo }) => {
    await demo.open(off)
    await demo.connect()
    await demo.wallet((wallet) =>
      wallet.setPolicy(
        { code: 4902, message: 'Unrecognized chain.' },
        { method: 'wallet_switchEthereumChain' },
      ),
    )
    await page.getByRole('button', { name: 'Switch network' }).click()
    await expect(demo.output('Network')).toContainText('Local Two')
    const methods = await demo.wallet((wallet) => wallet.requests.map(({ method }) => method))
    expect(methods).toContain('wallet_addEthereumChain')
  })

  test('behavior: a rejected switch can be retried', async ({ page, demo }) => {
    await demo.open(off)
    await demo.connect()
    await demo.wallet((wallet) => wallet.setPolicy('reject'))
    await page
      .getByRole('button', { name: /Local One/ })
      .first()
      .click()
    await demo
      .view('Choose Network')
      .getByRole('button', { name: /^Local Two/ })
      .click()
    const view = demo.view('Switch Network')
    await expect(view.getByRole('button', { name: 'Try again' })).toBeVisible()
    await demo.wallet((wallet) => wallet.setPolicy('approve'))
    await view.getByRole('button', { name: 'Try again' }).click()
    await expect(demo.output('Network')).toContainText('Local Two')
  })

  test('behavior: an unsupported network is reported, and is left through the modal', async ({
    page,
    demo,
  }) => {
    await demo.open(off)
    await demo.connect()
    await expect(demo.dialog).toBeHidden()
    await demo.wallet((wallet) => {
      wallet.addChain({ chainId: 31339, name: 'Elsewhere' })
      return wallet.switchChain(31339)
    })
    const view = demo.view('Unsupported Network')
    await expect(view).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(view).toBeVisible()
    await view.getByRole('button', { name: /^Local One/ }).click()
    await expect(demo.dialog).toBeHidden()
    await expect(demo.output('Network')).toContainText('Local One')
  })

  test('behavior: an unsupported network can also be left by disconnecting', async ({ demo }) => {
    await demo.open(off)
    await demo.connect()
    await demo.wallet((wallet) => wallet.switchChain(31339))
    await demo.view('Unsupported Network').getByRole('button', { name: 'Disconnect' }).click()
    await expect(demo.output('Status')).toHaveText('disconnected')
    await expect(demo.dialog).toBeHidden()
  })
})
