import type { Locator } from '@playwright/test'
import { devnetManifest } from '@portico/devnet/manifest'
import { createViewCheck } from './createViewCheck.ts'
import { readQr } from './readQr.ts'
import { expect, test } from './test.ts'

const devUsd = devnetManifest.chains[0].tokens.find(({ symbol }) => symbol === 'DUSD')?.address
const off = { options: { signIn: 'off' } }

test.describe('account', () => {
  test('behavior: shows tokens, NFTs and activity of the local chain', async ({ page, demo }) => {
    await demo.open(off)
    await demo.connect()
    await page
      .getByRole('button', { name: /0xf3…b92266/ })
      .first()
      .click()
    const account = demo.view('Account')
    await expect(account.getByText('Ether', { exact: true })).toBeVisible()
    await expect(account.getByText('Dev USD', { exact: true })).toBeVisible()
    // A token without a price still names its network.
    const marble = account.getByRole('listitem').filter({ hasText: 'Marble' })
    await expect(marble.getByText('Local One · no price')).toBeVisible()
    await expect(account.getByText('Tally')).toHaveCount(0)
    await account.getByRole('tab', { name: 'NFTs' }).click()
    await expect(account.getByText(/^Arch/).first()).toBeVisible()
    const picture = account.getByRole('tabpanel').locator('img').first()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    await account.getByRole('tab', { name: 'Activity' }).click()
    await expect(account.getByText('2026').first()).toBeVisible()
    const rows = account.getByRole('tabpanel').getByRole('listitem')
    await expect.poll(() => rows.count()).toBeGreaterThan(10)
    const before = await rows.count()
    await account.getByRole('button', { name: 'Load more' }).click()
    await expect.poll(() => rows.count()).toBeGreaterThan(before)
  })

  test('behavior: coins, also of a local network, tokens of the application and NFTs have their pictures', async ({
    page,
    demo,
    stack,
  }) => {
    const image = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')}`
    await demo.open({ options: { ...off.options, tokens: { 'eip155:31337': { address: devUsd, image } } } })
    await demo.connect()
    const isDrawn = (picture: Locator) =>
      picture.evaluate((element) => (element as HTMLImageElement).naturalWidth > 0)
    const button = page.getByRole('button', { name: /DUSD.*0xf3…b92266/ }).first()
    await expect.poll(() => isDrawn(button.locator('img'))).toBe(true)
    const rows = await demo.openAccount('Tokens')
    const row = (text: string | RegExp) => rows.filter({ hasText: text }).first()
    await expect(row('Dev USD').locator('img')).toHaveAttribute('src', image)
    await expect(row('Ether').locator('img')).toHaveAttribute(
      'src',
      new RegExp(`^${stack.gatewayUrl}/public/getTokenImage/`),
    )
    await expect.poll(() => isDrawn(row('Ether').locator('img'))).toBe(true)
    await demo.view('Account').getByRole('tab', { name: 'Activity' }).click()
    await expect.poll(() => isDrawn(row(/\d ETH/).locator('img'))).toBe(true)
    const loadMore = demo.view('Account').getByRole('button', { name: 'Load more' })
    await expect(async () => {
      if (!(await row(/Arch #\d/).isVisible())) await loadMore.click({ timeout: 1000 })
      // Pictures are loaded when their row is scrolled into view.
      await row(/Arch #\d/).scrollIntoViewIfNeeded()
      expect(await isDrawn(row(/Arch #\d/).locator('img'))).toBe(true)
    }).toPass({ timeout: 30_000 })
    const folder = process.env.SCREENSHOTS
    if (folder) await page.screenshot({ path: `${folder}/activity.png` })
  })

  test('behavior: at 320 px long names and quantities leave each other room', async ({ page, demo }) => {
    await page.setViewportSize({ width: 320, height: 568 })
    const token = (name: string, symbol: string, numeric: string, more: object = {}) => ({
      ...{ name, symbol, chainId: 'eip155:31337', price: 0, iconUrl: '' },
      ...{ quantity: { decimals: '18', numeric }, ...more },
    })
    const address = (end: string) => ({ address: `eip155:31337:0x${end.padStart(40, '0')}` })
    const long = 'Wrapped Liquid Staked Ether of the Second Generation'
    await page.route('**/v1/account/*/balance?**', (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        json: {
          balances: [
            token(long, 'wstLONGLONGETH', '123456.123456789012345678', address('1')),
            token(long, 'LONG', '123456789012345.1', { ...address('2'), price: 9, value: 123456789012.34 }),
            token('Short', 'S', '1', address('3')),
          ],
        },
      }),
    )
    await demo.open(off)
    await demo.connect()
    const rows = await demo.openAccount('Tokens')
    await expect(rows).toHaveCount(3)
    const folder = process.env.SCREENSHOTS
    if (folder) await page.screenshot({ path: `${folder}/tokens-320.png` })
    for (const row of await rows.all()) {
      const measured = await row.evaluate((element) => {
        const part = (selector: string) => element.querySelector(selector) as HTMLElement
        const style = getComputedStyle(element)
        const room =
          element.getBoundingClientRect().width -
          Number.parseFloat(style.paddingLeft) -
          Number.parseFloat(style.paddingRight)
        const isWhole = ({ scrollWidth, clientWidth }: HTMLElement) => scrollWidth <= clientWidth
        return {
          quantity: part('.num').getBoundingClientRect().width / room,
          name: part('.grow').getBoundingClientRect().width / room,
          isWhole: isWhole(part('.num')) && isWhole(part('.grow small')),
        }
      })
      expect(measured.quantity).toBeLessThan(0.451)
      expect(measured.name).toBeGreaterThanOrEqual(0.3)
      expect(measured.isWhole).toBe(true)
    }
    await expect(rows.nth(0)).toContainText('123,456.12')
    await expect(rows.nth(1)).toContainText('123.45T')
  })

  for (const rtl of [false, true])
    test(`behavior: at 320 px a long name leaves room for the date of its transaction${rtl ? ', right to left' : ''}`, async ({
      page,
      demo,
    }) => {
      await page.setViewportSize({ width: 320, height: 568 })
      const name = 'The Decentralised Exchange of the Second Generation'
      await page.route('**/v1/account/*/history?**', async (route) => {
        const response = await route.fetch()
        const { data, next } = await response.json()
        for (const { metadata } of data)
          Object.assign(metadata, {
            application: { name, iconUrl: null },
            operationType: 'execute',
            status: 'confirmed',
          })
        await route.fulfill({
          headers: { 'access-control-allow-origin': '*' },
          json: { data, next },
        })
      })
      await demo.open({ options: { ...off.options, rtl } })
      await demo.connect()
      const rows = await demo.openAccount('Activity')
      const row = rows.filter({ hasText: name }).first()
      await expect(row).toContainText(` · `)
      const measured = await row.evaluate((element) => {
        const line = element.querySelector('small') as HTMLElement
        const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT)
        let date = texts.nextNode() as Text
        while (texts.nextNode()) date = texts.currentNode as Text
        const range = document.createRange()
        range.selectNodeContents(date)
        const box = line.getBoundingClientRect()
        const { left, right } = range.getBoundingClientRect()
        return {
          text: date.data,
          isWhole: left >= box.left - 1 && right <= box.right + 1,
          gap: box.right - right,
        }
      })
      expect(measured.text).toMatch(/[A-Z][a-z]{2} \d+$/)
      expect(measured.isWhole).toBe(true)
      // The date stands at the right of the name in both directions.
      expect(measured.gap).toBeLessThan(2)
    })

  test('behavior: activity grows after a sent transaction, without a reload', async ({ page, demo }) => {
    await demo.open(off)
    await demo.connect()
    await page
      .getByRole('button', { name: /0xf3…b92266/ })
      .first()
      .click()
    const account = demo.view('Account')
    await account.getByRole('tab', { name: 'Activity' }).click()
    const rows = account.getByRole('tabpanel').getByRole('listitem')
    await expect.poll(() => rows.count()).toBeGreaterThan(10)
    const first = await rows.first().textContent()
    await page.evaluate(`window.devWallet.provider.request({
      method: 'eth_sendTransaction',
      params: [{ from: window.devWallet.accounts[0].address ?? window.devWallet.accounts[0], to: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', value: '0x2386f26fc10000' }],
    })`)
    await expect.poll(() => rows.first().textContent(), { timeout: 25_000 }).not.toBe(first)
    await expect(rows.first()).toContainText('0.010 ETH')
  })

  test('behavior: a transaction sent by the page is in the activity when it is opened', async ({
    page,
    demo,
  }) => {
    await demo.open(off)
    await demo.connect()
    await page.getByRole('button', { name: 'Send transaction' }).click()
    await expect(page.getByText(/0x[0-9a-f]{64}/)).toBeVisible()
    await page
      .getByRole('button', { name: /0xf3…b92266/ })
      .first()
      .click()
    await demo.view('Account').getByRole('tab', { name: 'Activity' }).click()
    await expect(demo.view('Account').getByRole('tabpanel').getByRole('listitem').first()).toContainText(
      '0.010 ETH',
    )
  })

  test('behavior: copy, receive, settings and disconnect', async ({ page, context, demo }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await demo.open(off)
    await demo.connect()
    await page
      .getByRole('button', { name: /0xf3…b92266/ })
      .first()
      .click()
    const shown = demo.view('Account').getByText('0xf3…b92266', { exact: true })
    const place = await shown.boundingBox()
    const button = demo.view('Account').getByRole('button', { name: 'Copy address' })
    const before = await button.boundingBox()
    // On the text, not on the icon beside it.
    await page.mouse.click((place?.x ?? 0) + 8, (place?.y ?? 0) + 8)
    const copied = demo.view('Account').locator('.who').getByText('Copied', { exact: true }).first()
    await expect(copied).toBeVisible()
    await expect(shown).toHaveCount(0)
    // The text has kept its width.
    expect((await button.boundingBox())?.x).toBe(before?.x)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    )
    await demo.view('Account').getByRole('button', { name: 'Receive' }).click()
    const receive = demo.view('Receive')
    expect(await readQr(receive.getByTestId('wui-qr-code'))).toBe(
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    )
    await expect(receive.getByText('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBeVisible()
    const whole = receive.locator('.address')
    const size = async () => {
      const box = await whole.boundingBox()
      return [box?.width, box?.height]
    }
    const sizeBefore = await size()
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await whole.click()
    await expect(whole.getByText('Copied')).toBeVisible()
    await expect(whole.getByText('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBeHidden()
    expect(await size()).toEqual(sizeBefore)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    )
    await receive.getByRole('button', { name: 'Back' }).click()
    await demo.view('Account').getByRole('button', { name: 'Account settings' }).first().click()
    await demo.view('Account Settings').getByRole('button', { name: 'Disconnect' }).click()
    await expect(demo.output('Status')).toHaveText('disconnected')
    await expect(demo.dialog).toBeHidden()
  })

  test('behavior: links to the account at the block explorer of a network that has one', async ({
    page,
    demo,
  }) => {
    // The local signet has the ID of the public one, whose definition names an explorer.
    await demo.open({ options: { ...off.options, networks: ['bitcoin-signet'] }, wallets: 'bitcoin' })
    await demo.connect(/^Bit Wallet/)
    await demo.openAccount('NFTs')
    const account = demo.view('Account')
    const link = account.getByRole('link', { name: 'Explorer' })
    await expect(link).toHaveAttribute('href', /^https:\/\/mempool\.space\/signet\/address\/tb1/)
    await expect(account.getByText('Not available in this app')).toBeVisible()
    await createViewCheck({ page, demo, least: 24 })('Account with a block explorer')
    // As large as the buttons beside it.
    const [tile, button] = await Promise.all([
      link.boundingBox(),
      account.getByRole('button', { name: 'Disconnect' }).boundingBox(),
    ])
    expect([tile?.width, tile?.height]).toEqual([button?.width, button?.height])
    await page.emulateMedia({ forcedColors: 'active' })
    expect(await link.evaluate((tile) => getComputedStyle(tile).borderTopStyle)).toBe('solid')
    await page.emulateMedia({ forcedColors: 'none' })
    await account.getByRole('button', { name: 'Receive' }).click()
    // An address of Bitcoin belongs to one network.
    await expect(demo.view('Receive').getByText(/^Send only .*Signet.* assets here\.$/)).toBeVisible()
  })

  test('behavior: without a gateway tokens come from the node, and the other tabs say why they are empty', async ({
    page,
    demo,
  }) => {
    await demo.open({ options: { signIn: 'off', gateway: false } })
    await demo.connect()
    await page
      .getByRole('button', { name: /0xf3…b92266/ })
      .first()
      .click()
    const account = demo.view('Account')
    await expect(account.getByText('Ether', { exact: true })).toBeVisible()
    await account.getByRole('tab', { name: 'Activity' }).click()
    await expect(account.getByRole('tabpanel')).toContainText(/\w/)
    await expect(account.getByRole('tabpanel').getByRole('listitem')).toHaveCount(0)
  })
})
