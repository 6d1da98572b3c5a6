import type { Page } from '@playwright/test'
import { announce } from './announce.ts'
import { waitForRest } from './recordMotion.ts'
import { expect, test } from './test.ts'

const metamask = 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96'

const openConnect = (page: Page) => page.getByRole('button', { name: 'Connect Wallet' }).first().click()

test.describe('all wallets', () => {
  test('behavior: Connect shows installed wallets at once, and nothing moves when the list arrives', async ({
    page,
    demo,
    stack,
  }) => {
    let releaseList = () => {}
    const listReleased = new Promise<void>((resolve) => {
      releaseList = resolve
    })
    await page.route(`${stack.gatewayUrl}/getWallets*`, async (route) => {
      await listReleased
      await route.continue()
    })
    const featuredWalletIds = ['rainbow', 'io.zerion.wallet']
    await demo.open({ options: { signIn: 'off', featuredWalletIds } })
    await openConnect(page)
    const connect = demo.view('Connect Wallet')
    await expect(connect.getByRole('button', { name: /^Dev Wallet.*Installed/ })).toBeVisible()
    const row = connect.getByTestId('all-wallets')
    await expect(row).toBeVisible()
    // Wait for the logos of social logins, the font and the final height of the card, so that only the list could change it.
    await expect(connect.getByTestId('w3m-social-login-widget')).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    await waitForRest(page)
    const before = await row.boundingBox()
    releaseList()
    await expect(connect.getByRole('button', { name: /^Rainbow/ })).toBeVisible()
    await expect(row).toContainText(/\d+\+/)
    expect(await row.boundingBox()).toEqual(before)
    const names = await connect.getByRole('list', { name: 'Wallets' }).getByRole('button').allTextContents()
    expect(names.map((name) => name.replace(/Installed|QR code|\d+\+/g, ''))).toEqual([
      'WalletConnect',
      'Dev Wallet',
      'Rainbow',
      'Zerion',
      'All wallets',
    ])
  })

  test('behavior: the whole list: paging by scrolling, search, no results, keyboard', async ({
    page,
    demo,
  }) => {
    await demo.open()
    await openConnect(page)
    await demo.view('Connect Wallet').getByTestId('all-wallets').click()
    const allWallets = demo.view('All Wallets')
    const tiles = allWallets.getByRole('listitem')
    await expect(tiles).toHaveCount(40)
    await expect(allWallets.getByRole('status').filter({ hasText: /\d{3} wallets/ })).toBeAttached()
    const search = allWallets.getByRole('searchbox', { name: 'Search wallets' })
    await expect(search).toBeFocused()
    await tiles.last().scrollIntoViewIfNeeded()
    await expect(tiles).toHaveCount(80)

    await search.fill('r')
    await page.keyboard.type('ainb')
    await expect(tiles.first()).toContainText('Rainbow')
    await expect(allWallets.getByTestId(/^wallet-search-item-1ae92b26/)).toBeVisible()
    await search.fill('no such wallet')
    await expect(allWallets.getByTestId('no-wallet-found')).toBeVisible()
    await allWallets.getByRole('button', { name: 'Show all wallets' }).press('Enter')
    await expect(search).toHaveValue('')
    await expect(tiles.first()).toContainText('MetaMask')

    await search.focus()
    await page.keyboard.press('Tab')
    await expect(allWallets.getByRole('button', { name: 'MetaMask' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(demo.view('MetaMask')).toBeVisible()
  })

  test('behavior: a wallet that is not installed shows plain links to install it', async ({ page, demo }) => {
    await demo.open({ wallets: 'none' })
    await openConnect(page)
    await demo.view('Connect Wallet').getByTestId('all-wallets').click()
    // It has no link for WalletConnect.
    await demo.view('All Wallets').getByRole('button', { name: 'Phantom' }).click()
    const get = demo.view('Phantom')
    const links = get.getByRole('link')
    await expect(links).toHaveText(['Chrome Web Store', 'App Store', 'Google Play', 'Website'])
    for (const link of await links.all()) {
      expect(await link.getAttribute('href')).toMatch(/^https:\/\//)
      expect(await link.getAttribute('rel')).toContain('noopener')
      expect(await link.getAttribute('target')).toBe('_blank')
    }
    // They look like the rows that are buttons, also under the pointer.
    const colour = () => links.first().evaluate((link) => getComputedStyle(link).backgroundColor)
    const resting = await colour()
    await links.first().hover()
    await expect.poll(colour).not.toBe(resting)
    await expect(links.first().locator('.grow')).toHaveCSS('text-decoration-line', 'none')
    await get.getByRole('button', { name: 'Back' }).click()
    await expect(demo.view('All Wallets')).toBeVisible()
  })

  test('behavior: choosing an installed wallet from the list connects it', async ({ page, demo }) => {
    await demo.open({ wallets: 'none', options: { signIn: 'off' } })
    await announce(page, [{ name: 'MetaMask', rdns: 'io.metamask', icon: 'data:image/png;base64,AAAA' }])
    await openConnect(page)
    await demo.view('Connect Wallet').getByTestId('all-wallets').click()
    const tile = demo.view('All Wallets').getByTestId(`wallet-search-item-${metamask}`)
    await expect(tile).toContainText('Installed')
    await tile.click()
    await expect(demo.view('MetaMask').getByText('Continue in MetaMask')).toBeVisible()
  })

  test('param: excludeWalletIds hides an installed wallet by its explorer id', async ({ page, demo }) => {
    await demo.open({ wallets: 'evm', options: { excludeWalletIds: [metamask] } })
    await announce(page, [{ name: 'MetaMask', rdns: 'io.metamask', icon: 'data:image/png;base64,AAAA' }])
    await openConnect(page)
    const connect = demo.view('Connect Wallet')
    await expect(connect.getByTestId('all-wallets')).toContainText(/\d/)
    await expect(connect.getByRole('button', { name: /^MetaMask/ })).toHaveCount(0)
    await expect(connect.getByRole('button', { name: /^Dev Wallet/ })).toBeVisible()
    await connect.getByTestId('all-wallets').click()
    await expect(demo.view('All Wallets').getByRole('listitem')).toHaveCount(40)
    await expect(demo.view('All Wallets').getByRole('button', { name: 'MetaMask' })).toHaveCount(0)
  })

  test('behavior: an installed wallet that was used last is not marked as recent', async ({ page, demo }) => {
    await demo.open({ options: { signIn: 'off' } })
    await demo.connect()
    await page.getByRole('button', { name: /0xf3/ }).first().click()
    await demo.view('Account').getByRole('button', { name: 'Disconnect' }).click()
    await expect(demo.output('Status')).toHaveText('disconnected')
    await announce(page, [{ name: 'Another', rdns: 'app.another', icon: 'data:image/png;base64,AAAA' }])
    await openConnect(page)
    const rows = demo.view('Connect Wallet').getByRole('list', { name: 'Wallets' }).getByRole('button')
    await expect(rows.filter({ hasText: 'Dev Wallet' })).toHaveText('Dev WalletInstalled')
    await expect(rows.filter({ hasText: 'Another' })).toContainText('AnotherInstalled')
  })

  test('error: without the gateway installed wallets connect, and loading the list can be retried', async ({
    page,
    demo,
    stack,
  }) => {
    await page.route(`${stack.gatewayUrl}/getWallets*`, (route) => route.abort())
    await demo.open({ options: { signIn: 'off' } })
    await openConnect(page)
    await demo.view('Connect Wallet').getByTestId('all-wallets').click()
    const allWallets = demo.view('All Wallets')
    await expect(allWallets.getByText('The server can’t be reached')).toBeVisible()
    await page.unroute(`${stack.gatewayUrl}/getWallets*`)
    await allWallets.getByRole('button', { name: 'Retry' }).click()
    await expect(allWallets.getByRole('listitem')).toHaveCount(40)
    await allWallets.getByRole('button', { name: 'Back', exact: true }).click()
    await demo
      .view('Connect Wallet')
      .getByRole('button', { name: /^Dev Wallet/ })
      .click()
    await expect(demo.output('Status')).toHaveText('connected')
  })
})
