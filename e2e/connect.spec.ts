import { createDemo, expect, test } from './test.ts'

const visitor = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

test.describe('connect', () => {
  test('behavior: connects an announced wallet, signs in and reconnects after a reload', async ({
    page,
    demo,
  }) => {
    await demo.open()
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    const connect = demo.view('Connect Wallet')
    await expect(connect.getByRole('button', { name: /^Dev Wallet.*Installed/ })).toBeVisible()
    await connect.getByRole('button', { name: /^Dev Wallet/ }).click()
    await expect(demo.output('Address')).toHaveText(visitor)
    await expect(demo.output('CAIP address')).toHaveText(`eip155:31337:${visitor}`)
    await expect(demo.output('Connected wallet')).toHaveText('Dev Wallet')
    await demo.view('Sign In').getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(demo.dialog).toBeHidden()
    await expect(demo.output('Session')).toContainText(visitor)

    // No paint may show the page as disconnected.
    await page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      new MutationObserver(() => {
        const status = document.querySelector('dl.facts dd')?.textContent
        if (status && seen.at(-1) !== status) seen.push(status)
      }).observe(document, { subtree: true, childList: true, characterData: true })
    })
    await page.reload()
    await expect(demo.output('Status')).toHaveText('connected')
    await expect(demo.output('Session')).toContainText(visitor)
    await expect(demo.dialog).toBeHidden()
    expect(await page.evaluate('window.seen')).not.toContain('disconnected')
  })

  test('behavior: a rejection is explained, and the next try connects', async ({ demo }) => {
    await demo.open({ wallet: 'reject', options: { signIn: 'off' } })
    await demo.dialog.page().getByRole('button', { name: 'Connect Wallet' }).first().click()
    await demo
      .view('Connect Wallet')
      .getByRole('button', { name: /^Dev Wallet/ })
      .click()
    const connecting = demo.view('Dev Wallet')
    await expect(connecting.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(connecting.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
    await demo.wallet((wallet) => wallet.setPolicy('approve'))
    await connecting.getByRole('button', { name: 'Try again' }).click()
    await expect(demo.output('Status')).toHaveText('connected')
    await expect(demo.dialog).toBeHidden()
  })

  test('behavior: a request to a wallet that never responds can be left and repeated', async ({
    page,
    demo,
  }) => {
    await demo.open({ wallet: 'hang', options: { signIn: 'off' } })
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    await demo
      .view('Connect Wallet')
      .getByRole('button', { name: /^Dev Wallet/ })
      .click()
    const connecting = demo.view('Dev Wallet')
    await expect(connecting.getByText('Continue in Dev Wallet')).toBeVisible()
    await connecting.getByRole('button', { name: 'Back' }).click()
    await expect(demo.view('Connect Wallet')).toBeVisible()
    await expect(demo.output('Status')).toHaveText('disconnected')
    await demo.wallet((wallet) => wallet.setPolicy('approve'))
    await demo
      .view('Connect Wallet')
      .getByRole('button', { name: /^Dev Wallet/ })
      .click()
    await expect(demo.output('Status')).toHaveText('connected')
  })

  test('behavior: without a wallet the modal explains what a wallet is', async ({ page, demo }) => {
    await demo.open({ wallets: 'none' })
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    await demo
      .view('Connect Wallet')
      .getByRole('button', { name: /what is a wallet/i })
      .click()
    await expect(demo.view(/What is a wallet/i)).toBeVisible()
    await demo.dialog.getByRole('button', { name: 'Back' }).click()
    await expect(demo.view('Connect Wallet')).toBeVisible()
  })

  test('behavior: removing the connected wallet disconnects the page', async ({ page, demo }) => {
    await demo.open({ options: { signIn: 'off' } })
    await demo.connect()
    await demo.open({ wallets: 'none', options: { signIn: 'off' } })
    await expect(demo.output('Status')).toHaveText('disconnected', { timeout: 15_000 })
    await expect(page.getByRole('button', { name: 'Connect Wallet' }).first()).toBeEnabled()
  })

  test('behavior: two tabs stay in sync', async ({ context, page, demo, stack }) => {
    await demo.open({ options: { signIn: 'off' } })
    const otherTab = await context.newPage()
    const otherDemo = createDemo(otherTab, stack)
    await otherDemo.open({ options: { signIn: 'off' } })
    await demo.connect()
    await expect(otherDemo.output('Status')).toHaveText('connected')
    await page.getByRole('button', { name: /0xf3/ }).first().click()
    await demo.view('Account').getByRole('button', { name: 'Disconnect' }).click()
    await expect(demo.output('Status')).toHaveText('disconnected')
    await expect(otherDemo.output('Status')).toHaveText('disconnected')
  })

  test('behavior: follows account, network and disconnect events of the wallet', async ({ demo }) => {
    await demo.open({ options: { signIn: 'off' } })
    await demo.connect()
    await demo.wallet((wallet) => wallet.switchAccount(1))
    await expect(demo.output('Address')).toHaveText('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
    await demo.wallet((wallet) => wallet.switchChain(31338))
    await expect(demo.output('Network')).toContainText('Local Two')
    await demo.wallet((wallet) => wallet.disconnect())
    await expect(demo.output('Status')).toHaveText('disconnected')
  })
})
