import { createViewCheck, findViolations } from './createViewCheck.ts'
import { readQr } from './readQr.ts'
import { copyLink, expect, openCode, test } from './testWithCompanion.ts'

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

const sizes = [
  { name: 'wide', viewport: { width: 1000, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, userAgent: iphone },
]

for (const { name, ...use } of sizes) {
  test.describe(`WalletConnect’s views, ${name}`, () => {
    test.use({ ...use, permissions: ['clipboard-read', 'clipboard-write'] })

    test('behavior: every state passes axe in light and dark, has its name, and has targets of the minimum size', async ({
      page,
      demo,
      wallet,
      stack,
    }) => {
      test.setTimeout(180_000)
      const check = createViewCheck({ page, demo, least: use.hasTouch ? 44 : 24 })
      const options = { signIn: 'off', featuredWalletIds: ['rainbow'] }
      // A tap would open an app, which is not installed here.
      await page.addInitScript(() => {
        window.open = () => null
      })
      let letThrough = () => {}
      const held = new Promise<void>((resolve) => {
        letThrough = resolve
      })
      await page.routeWebSocket(`${stack.gatewayUrl.replace('http', 'ws')}/**`, async (socket) => {
        await held
        socket.connectToServer()
      })
      await demo.open({ options })
      await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
      await expect(demo.dialog.getByRole('button', { name: /^Rainbow/ })).toBeVisible()
      await check('Connect with WalletConnect')
      await demo.dialog.getByRole('button', { name: /^WalletConnect/ }).click()
      await expect(demo.dialog.getByText('Loading')).toBeVisible()
      await check('Code: loading')
      // The placeholder is as large as the code, so that nothing moves when it comes.
      const place = await demo.dialog.locator('.qr').boundingBox()
      letThrough()
      await expect(demo.dialog.getByRole('img', { name: 'QR code' })).toBeVisible()
      const code = await demo.dialog.locator('.qr').boundingBox()
      expect([place?.width, place?.height]).toEqual([code?.width, code?.height])
      await check('Code: ready')
      const link = await copyLink(page, demo)
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await readQr(demo.dialog.getByRole('img', { name: 'QR code' }))).toBe(link)
      }
      await page.bringToFront()
      await wallet.pair(link)
      await expect(wallet.question('Connect to this application?')).toBeVisible()
      for (const colorScheme of ['light', 'dark'] as const) {
        await wallet.page.emulateMedia({ colorScheme })
        await wallet.page.setViewportSize({ width: 390, height: 844 })
        expect.soft(await findViolations(wallet.page, colorScheme), `companion, ${colorScheme}`).toEqual([])
      }
      await wallet.reject('Connect to this application?')
      await expect(demo.dialog.getByText('Not connected')).toBeVisible()
      await check('Code: rejected')
      await demo.dialog.getByRole('button', { name: 'Back' }).click()

      // The row is shown again, and one wallet has its own links.
      await expect(demo.dialog.getByRole('button', { name: /^WalletConnect/ })).toBeVisible()
      await demo.dialog.getByTestId('all-wallets').click()
      await demo.dialog.getByRole('searchbox').fill('Zerion')
      await demo.dialog
        .getByRole('listitem')
        .filter({ hasText: 'Zerion' })
        .first()
        .getByRole('button')
        .click()
      await expect(demo.dialog.getByRole('button', { name: 'Copy link' })).toBeVisible()
      await expect(demo.dialog.getByRole('tab', { name: 'Web' })).toBeVisible()
      await check('One wallet')
      if (use.isMobile) {
        await demo.dialog.getByRole('button', { name: 'Open' }).click()
        await expect(demo.dialog.getByText('did not open')).toBeVisible()
        await check('One wallet: it did not open')
      }
      await demo.dialog.getByRole('tab', { name: 'Web' }).click()
      await expect(demo.dialog.getByRole('button', { name: 'Open' })).toBeVisible()
      await check('One wallet: on the web')
      await demo.dialog.getByRole('button', { name: 'Close' }).click()
      await expect(demo.dialog).toBeHidden()

      await openCode(page, demo)
      await wallet.pair(await copyLink(page, demo))
      await wallet.approve('Connect to this application?')
      await expect(demo.output('Status')).toHaveText('connected')
      await expect(demo.dialog).toBeHidden()
      await page.getByRole('button', { name: 'Sign message' }).click()
      await expect(demo.dialog.getByText('A request is waiting')).toBeVisible()
      await check('Open wallet')
      await wallet.reject('Sign this message?')
      await expect(demo.dialog).toBeHidden()
    })
  })
}
