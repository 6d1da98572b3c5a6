import type { Locator } from '@playwright/test'
import { createViewCheck } from './createViewCheck.ts'
import { createDemo } from './test.ts'
import { connectRemote, copyLink, expect, openCode, test } from './testWithCompanion.ts'

// Two windows: the demo, and the companion wallet with the vendor's client, over the gateway's relay and local chains.
test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const off = { options: { signIn: 'off' } }
/** One-click sign-in is available only to applications with eip155 networks alone. */
const ethereum = { options: { networks: [31337, 31338] } }
const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const other = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

test.describe('walletconnect', () => {
  // The last spec, and a long one: its tests are distributed among the free workers.
  test.describe.configure({ mode: 'parallel' })

  test('behavior: one approval connects and signs in at the gateway', async ({
    page,
    demo,
    wallet,
    stack,
  }) => {
    await demo.open(ethereum)
    await openCode(page, demo)
    await wallet.pair(await copyLink(page, demo))
    const question = wallet.question('Connect and sign in?')
    await expect(question).toContainText(`${new URL(stack.url).host} wants you to sign in`)
    await wallet.approve('Connect and sign in?')
    await expect(demo.output('Address')).toHaveText(account)
    await expect(demo.output('Session')).toContainText(account)
    await expect(demo.dialog).toBeHidden()
    const token = await page.evaluate(() => localStorage.getItem('@appkit/siwx-auth-token'))
    const [bearer] = Object.values(JSON.parse(token ?? '{}')) as string[]
    const me = await fetch(`${stack.gatewayUrl}/auth/v1/me?projectId=local`, {
      headers: { authorization: `Bearer ${bearer}` },
    })
    expect(me.status).toBe(200)
  })

  test('behavior: says that it is authenticating until the gateway has verified the sign-in', async ({
    page,
    demo,
    wallet,
  }) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\/auth\/v1\/authenticate/, async (route) => {
      await held
      await route.continue()
    })
    await demo.open(ethereum)
    await openCode(page, demo)
    await wallet.pair(await copyLink(page, demo))
    await wallet.approve('Connect and sign in?')
    await expect(demo.dialog.getByTestId('wui-snackbar-message')).toHaveText('Authenticating...')
    await expect(demo.output('Session')).toHaveText('–')
    release()
    await expect(demo.output('Session')).toContainText(account)
    await expect(demo.dialog).toBeHidden()
  })

  test('behavior: a wallet without one-click sign-in is asked to sign in afterwards', async ({
    page,
    demo,
    wallet,
  }) => {
    await wallet.page.getByRole('checkbox', { name: /one click/ }).uncheck()
    await demo.open()
    await openCode(page, demo)
    await wallet.pair(await copyLink(page, demo))
    await wallet.approve('Connect to this application?')
    const signIn = demo.view('Sign In')
    await expect(signIn.getByRole('definition').filter({ hasText: 'Companion' })).toBeVisible()
    await signIn.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(signIn).toContainText(/Open .*Companion.* on your phone/)
    await expect(wallet.question('Sign this message?')).toContainText('wants you to sign in')
    await wallet.approve('Sign this message?')
    await expect(demo.output('Session')).toContainText(account)
    await expect(demo.dialog).toBeHidden()
  })

  test('behavior: a wallet of the list has its icon there when it asks to sign in, and in the settings', async ({
    page,
    demo,
    wallet,
    stack,
  }) => {
    // The list does not have the companion: it answers with another wallet under its name.
    await page.route(/\/getWallets\?.*names=Companion/, async (route) => {
      const url = new URL(route.request().url())
      url.searchParams.set('names', 'Rainbow')
      const response = await route.fetch({ url: url.href })
      const { count, data } = (await response.json()) as { count: number; data: { name: string }[] }
      const json = { count, data: data.map((found) => ({ ...found, name: 'Companion Wallet' })) }
      await route.fulfill({ response, json })
    })
    const expectIcon = async (view: Locator) => {
      const icon = view.locator(`.picture img[src^="${stack.gatewayUrl}/"]`)
      await expect(icon).toHaveCount(1)
      await expect
        .poll(() => icon.evaluate((image) => (image as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(0)
    }
    await wallet.page.getByRole('checkbox', { name: /one click/ }).uncheck()
    await demo.open()
    await openCode(page, demo)
    await wallet.pair(await copyLink(page, demo))
    await wallet.approve('Connect to this application?')
    const signIn = demo.view('Sign In')
    await expect(signIn.getByRole('definition').filter({ hasText: 'Companion' })).toBeVisible()
    await expectIcon(signIn)
    await signIn.getByRole('button', { name: 'Sign', exact: true }).click()
    await wallet.approve('Sign this message?')
    await expect(demo.dialog).toBeHidden()
    await page.getByTestId('account-button').first().click()
    await demo.view('Account').getByRole('button', { name: 'Account settings' }).click()
    await expectIcon(demo.view('Account Settings'))
  })

  test('behavior: signs, sends on the local chain, and shows the transaction in the activity', async ({
    page,
    demo,
    wallet,
  }) => {
    await demo.open(off)
    await connectRemote(page, demo, wallet)
    await page.getByRole('button', { name: 'Sign message' }).click()
    await expect(demo.dialog).toContainText('A request is waiting')
    await expect(wallet.question('Sign this message?')).toContainText('Hello from the Portico demo.')
    await wallet.approve('Sign this message?')
    await expect(page.getByText(/^Signed: 0x[0-9a-f]{130}$/)).toBeVisible()
    await expect(demo.dialog).toBeHidden()

    await page.getByRole('button', { name: 'Sign typed data' }).click()
    await wallet.reject('Sign this typed data?')
    await expect(demo.dialog).toBeHidden()
    await page.getByRole('button', { name: 'Sign typed data' }).click()
    await wallet.approve('Sign this typed data?')
    await expect(page.getByText(/^Signed: 0x[0-9a-f]{130}$/)).toBeVisible()
    await expect(demo.dialog).toBeHidden()

    await page.getByRole('button', { name: 'Send transaction' }).click()
    await expect(wallet.question('Send this transaction?')).toContainText('0.01 ETH')
    await wallet.approve('Send this transaction?')
    await expect(page.getByText(/^Sent: 0x[0-9a-f]{64}$/)).toBeVisible()
    await expect(demo.dialog).toBeHidden()
    await page
      .getByRole('button', { name: /0x70…dc79C8/ })
      .first()
      .click()
    const view = demo.view('Account')
    await view.getByRole('tab', { name: 'Activity' }).click()
    const first = view.getByRole('tabpanel').getByRole('listitem').first()
    await expect(first).toContainText('0.010 ETH', { timeout: 25_000 })
  })

  test('behavior: the network changes from both sides, also to one that the wallet had not approved', async ({
    page,
    demo,
    wallet,
  }) => {
    await demo.open(off)
    await openCode(page, demo)
    await wallet.pair(await copyLink(page, demo))
    const question = wallet.question('Connect to this application?')
    await question.getByRole('checkbox', { name: 'Local Two' }).uncheck()
    await wallet.approve('Connect to this application?')
    await expect(demo.output('Status')).toHaveText('connected')
    await expect(demo.output('Network')).toContainText('Local One')
    await page.getByRole('button', { name: 'Switch network' }).click()
    await wallet.approve('Switch the network?')
    await expect(demo.output('Network')).toContainText('Local Two')
    await expect(demo.dialog).toBeHidden()
    await wallet.page.getByRole('combobox', { name: 'Network' }).selectOption('Local One')
    await expect(demo.output('Network')).toContainText('Local One')
    // Both networks are in the session now, so the wallet does not ask.
    await page.getByRole('button', { name: 'Switch network' }).click()
    await expect(demo.output('Network')).toContainText('Local Two')
  })

  test('behavior: the page follows the wallet to another account, also after a reload', async ({
    page,
    demo,
    wallet,
  }) => {
    await demo.open(off)
    await connectRemote(page, demo, wallet)
    await expect(demo.output('Address')).toHaveText(account)
    await wallet.page.getByRole('combobox', { name: 'Account' }).selectOption({ index: 1 })
    await expect(demo.output('Address')).toHaveText(other)
    await expect(demo.output('Connected wallet')).toHaveText('Companion Wallet')
    await page.reload()
    await expect(demo.output('Status')).toHaveText('connected')
    await expect(demo.output('Address')).toHaveText(other)
    await expect(demo.output('Connected wallet')).toHaveText('Companion Wallet')
    await page.getByRole('button', { name: 'Sign message' }).click()
    await wallet.approve('Sign this message?')
    await expect(page.getByText(/^Signed: 0x[0-9a-f]{130}$/)).toBeVisible()
  })

  test('behavior: two tabs share the session, and disconnect together', async ({
    page,
    demo,
    wallet,
    stack,
  }) => {
    await demo.open(off)
    await connectRemote(page, demo, wallet)
    const second = await page.context().newPage()
    const sibling = createDemo(second, stack)
    await sibling.open(off)
    await expect(sibling.output('Status')).toHaveText('connected')
    await second.getByRole('button', { name: 'Sign message' }).click()
    await wallet.approve('Sign this message?')
    await expect(second.getByText(/^Signed: 0x[0-9a-f]{130}$/)).toBeVisible()
    await page
      .getByRole('button', { name: /0x70…dc79C8/ })
      .first()
      .click()
    await demo.view('Account').getByRole('button', { name: 'Disconnect' }).click()
    await expect(demo.output('Status')).toHaveText('disconnected')
    await expect(sibling.output('Status')).toHaveText('disconnected')
    await expect(wallet.connections).toHaveCount(0)
  })

  test('behavior: the page follows when the wallet disconnects, also if it was closed at that time', async ({
    page,
    demo,
    wallet,
  }) => {
    await demo.open(off)
    await connectRemote(page, demo, wallet)
    await wallet.connections.click()
    await expect(demo.output('Status')).toHaveText('disconnected')

    await connectRemote(page, demo, wallet)
    await page.context().setOffline(true)
    await wallet.connections.click()
    await expect(wallet.connections).toHaveCount(0)
    await page.context().setOffline(false)
    await expect(demo.output('Status')).toHaveText('disconnected')

    await connectRemote(page, demo, wallet)
    await page.goto('about:blank')
    await wallet.connections.click()
    await expect(wallet.connections).toHaveCount(0)
    await demo.open(off)
    await expect(demo.output('Status')).toHaveText('disconnected')
  })

  test('behavior: a declined connection is reported, and the next QR code is new', async ({
    page,
    demo,
    wallet,
  }) => {
    await demo.open(off)
    await openCode(page, demo)
    const first = await copyLink(page, demo)
    await wallet.pair(first)
    await wallet.reject('Connect to this application?')
    const view = demo.view('WalletConnect')
    await expect(view.getByRole('status').filter({ hasText: 'Not connected' })).toBeVisible()
    await view.getByRole('button', { name: 'Try again' }).click()
    const second = await copyLink(page, demo)
    expect(second).not.toBe(first)
    await wallet.pair(second)
    await wallet.approve('Connect to this application?')
    await expect(demo.output('Status')).toHaveText('connected')
  })

  test('behavior: a declined one-click sign-in does not connect; the URI was passed in the wallet’s address', async ({
    page,
    demo,
    wallet,
    stack,
  }) => {
    await demo.open(ethereum)
    await openCode(page, demo)
    const link = await copyLink(page, demo)
    await wallet.page.goto(`${stack.companionUrl}/?uri=${encodeURIComponent(link)}`)
    await expect(wallet.question('Connect and sign in?')).toBeVisible()
    // The URI contains a key.
    expect(wallet.page.url()).not.toContain('uri=')
    await wallet.reject('Connect and sign in?')
    await expect(
      demo.view('WalletConnect').getByRole('status').filter({ hasText: 'Not connected' }),
    ).toBeVisible()
    await expect(demo.output('Status')).toHaveText('disconnected')
    await expect(wallet.connections).toHaveCount(0)
  })

  test('behavior: without adapters the modal opens on the QR code; connects, signs in, reconnects and disconnects', async ({
    page,
    demo,
    wallet,
  }) => {
    await demo.open({ options: { ...ethereum.options, walletConnectOnly: true } })
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    await expect(demo.view('WalletConnect').getByRole('img', { name: 'QR code' })).toBeVisible()
    // The page's own wallet needs an adapter.
    await expect(demo.dialog.getByRole('button', { name: /^Dev Wallet/ })).toHaveCount(0)
    await wallet.pair(await copyLink(page, demo))
    await wallet.approve('Connect and sign in?')
    await expect(demo.output('Address')).toHaveText(account)
    await expect(demo.output('Session')).toContainText(account)
    await expect(demo.dialog).toBeHidden()

    await page.reload()
    await expect(demo.output('Status')).toHaveText('connected')
    await expect(demo.output('Session')).toContainText(account)
    await page.getByRole('button', { name: 'Send transaction' }).click()
    await wallet.approve('Send this transaction?')
    await expect(page.getByText(/^Sent: 0x[0-9a-f]{64}$/)).toBeVisible()
    await expect(demo.dialog).toBeHidden()

    await page
      .getByRole('button', { name: /0x70…dc79C8/ })
      .first()
      .click()
    const view = demo.view('Account')
    const tokens = view.getByRole('tabpanel').getByRole('listitem')
    await expect(tokens.filter({ hasText: 'ETH' }).first()).toBeVisible()
    await view.getByRole('button', { name: 'Disconnect' }).click()
    await expect(demo.output('Status')).toHaveText('disconnected')
    await expect(wallet.connections).toHaveCount(0)
  })

  test('behavior: closing the modal withdraws the proposal', async ({ page, demo, wallet }) => {
    await demo.open(off)
    await openCode(page, demo)
    await wallet.pair(await copyLink(page, demo))
    await expect(wallet.question('Connect to this application?')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(wallet.question('Connect to this application?')).toBeHidden()
    await expect(demo.output('Status')).toHaveText('disconnected')
  })

  test('behavior: a QR code that is about to expire is replaced', async ({ page, demo, wallet }) => {
    await page.clock.install()
    await demo.open(off)
    await openCode(page, demo)
    const code = demo.view('WalletConnect').getByRole('img', { name: 'QR code' })
    const first = await copyLink(page, demo)
    const before = await code.boundingBox()
    await page.clock.fastForward('04:10')
    let second = first
    await expect
      .poll(async () => {
        second = await copyLink(page, demo)
        return second
      })
      .not.toBe(first)
    expect(await code.boundingBox()).toEqual(before)
    await wallet.pair(second)
    await wallet.approve('Connect to this application?')
    await expect(demo.output('Status')).toHaveText('connected')
  })
})

test.describe('walletconnect on a phone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })

  test('behavior: the list of all wallets leads to the QR code for another device', async ({
    page,
    demo,
    wallet,
  }) => {
    await demo.open({ options: { signIn: 'off' }, wallets: 'none' })
    await page.getByRole('button', { name: 'Connect Wallet' }).first().tap()
    await demo.dialog.getByTestId('all-wallets').tap()
    const list = demo.view('All Wallets')
    await expect(list.getByRole('listitem').first()).toBeVisible()
    await createViewCheck({ page, demo, least: 44 })('All Wallets on a phone')
    await list.getByRole('button', { name: 'Show QR code' }).tap()
    const view = demo.view('WalletConnect')
    await expect(view.getByRole('img', { name: 'QR code' })).toBeVisible()
    await wallet.pair(await copyLink(page, demo))
    await wallet.approve('Connect to this application?')
    await expect(demo.output('Status')).toHaveText('connected')
  })

  test('behavior: a tap opens the wallet’s app; help if it does not open; requests link to the app again', async ({
    page,
    demo,
    wallet,
  }) => {
    await page.addInitScript(() => {
      const opened: { url: string; isTapped: boolean }[] = []
      Object.assign(window, { opened })
      window.open = (url) => {
        opened.push({ url: String(url), isTapped: navigator.userActivation.isActive })
        return null
      }
    })
    const opened = () =>
      page.evaluate(() => (window as unknown as { opened: { url: string; isTapped: boolean }[] }).opened)
    await demo.open({ options: { signIn: 'off', featuredWalletIds: ['rainbow'] }, wallets: 'none' })
    await page.getByRole('button', { name: 'Connect Wallet' }).first().tap()
    const rainbow = demo.view('Connect Wallet').getByRole('button', { name: /^Rainbow/ })
    await expect(rainbow).toBeVisible()
    // The URI is created while the visitor looks at the list.
    await expect.poll(() => page.evaluate(() => localStorage.length)).toBeGreaterThan(0)
    await rainbow.tap()
    const view = demo.view('Rainbow')
    const open = view.getByRole('button', { name: 'Open' })
    await expect(open).toBeEnabled()
    if ((await opened()).length === 0) await open.tap()
    const [first] = await opened()
    expect(first?.url).toMatch(/^rainbow:\/\/wc\?uri=wc%3A[0-9a-f]{64}%402/)
    expect(first?.isTapped).toBe(true)
    await expect(view.getByRole('status').filter({ hasText: 'Rainbow did not open' })).toBeVisible()
    await expect(view.getByRole('link', { name: 'App Store' })).toBeVisible()
    await expect(view.getByRole('link', { name: 'Google Play' })).toHaveCount(0)
    await expect(view.getByRole('button', { name: 'Copy link' })).toBeVisible()
    await expect(view.getByRole('img', { name: 'QR code' })).toHaveCount(0)
    await view.getByRole('button', { name: 'Use another phone', expanded: false }).tap()
    const code = view.getByRole('img', { name: 'QR code' })
    await expect(code).toBeInViewport({ ratio: 0.99 })
    await expect(view.getByRole('link', { name: 'App Store' })).toHaveCount(0)
    const close = view.getByRole('button', { name: 'Use another phone', expanded: true })
    await close.tap()
    await expect(code).toHaveCount(0)
    await expect(view.getByRole('link', { name: 'App Store' })).toBeVisible()
    // Where the card is higher than the screen, the view scrolls to the code.
    await page.setViewportSize({ width: 320, height: 568 })
    await view.getByRole('button', { name: 'Use another phone', expanded: false }).tap()
    await expect(code).toBeInViewport({ ratio: 0.99 })
    await open.tap()
    const again = await opened()
    expect(again.at(-1)?.url).toBe(first?.url)
    const choice = await page.evaluate(() => localStorage.getItem('WALLETCONNECT_DEEPLINK_CHOICE'))
    expect(JSON.parse(choice ?? '')).toEqual({ href: 'rainbow://', name: 'Rainbow' })

    await wallet.pair(decodeURIComponent(first?.url.split('uri=')[1] ?? ''))
    await wallet.approve('Connect to this application?')
    await expect(demo.output('Status')).toHaveText('connected')
    await expect(demo.dialog).toBeHidden()
    await page.getByRole('button', { name: 'Sign message' }).tap()
    await demo.dialog.getByRole('button', { name: 'Open' }).tap()
    expect((await opened()).at(-1)?.url).toMatch(/^rainbow:\/\/wc\?requestId=\d+&sessionTopic=[0-9a-f]{64}$/)
    await wallet.approve('Sign this message?')
    await expect(page.getByText(/^Signed: 0x[0-9a-f]{130}$/)).toBeVisible()
    await expect(demo.dialog).toBeHidden()

    await wallet.connections.click()
    await expect(demo.output('Status')).toHaveText('disconnected')
    await page.getByRole('button', { name: 'Connect Wallet' }).first().tap()
    await expect(
      demo
        .view('Connect Wallet')
        .getByRole('button', { name: /^Rainbow/ })
        .first(),
    ).toHaveText('RainbowRecent')
  })
})
