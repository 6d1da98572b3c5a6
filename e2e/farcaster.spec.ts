import type { Page } from '@playwright/test'
import { createViewCheck } from './createViewCheck.ts'
import { readQr } from './readQr.ts'
import type { Stack } from './stack.ts'
import { expect, test, type Visitor } from './testWithWallet.ts'

/** Opens the view that connects with Farcaster. */
async function openFarcaster({ page, demo }: Visitor): Promise<void> {
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await demo.dialog.getByRole('button', { name: 'Continue with Farcaster' }).click()
  await expect(demo.view('Farcaster')).toBeVisible()
}

/** Answers in place of the vault that a signed message is refused. Returns the bodies that it got. */
async function refuseMessages(page: Page, { vaultUrl }: Stack): Promise<unknown[]> {
  const claims: unknown[] = []
  await page.route(`${vaultUrl}/v1/farcaster/claim`, (route) => {
    claims.push(route.request().postDataJSON())
    return route.fulfill({
      status: 403,
      headers: { 'access-control-allow-origin': '*' },
      contentType: 'application/problem+json',
      json: { type: 'about:blank', title: 'Refused', status: 403, code: 'siwf-invalid' },
    })
  })
  return claims
}

const phone =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36'

test.describe('a login with Farcaster from the modal', () => {
  test('behavior: the code opens the app; cancelling there changes nothing, confirming connects, also after a logout', async ({
    visitor,
    stack,
  }) => {
    const { page, demo } = visitor
    await demo.open({ options: { signIn: 'off' }, wallets: 'none' })
    await openFarcaster(visitor)
    const view = demo.view('Farcaster')
    const code = view.getByRole('img', { name: 'QR code to log in with Farcaster' })
    await expect(code).toBeVisible()
    expect((await code.boundingBox())?.width).toBeGreaterThanOrEqual(240)
    const url = await readQr(code)
    expect(url).toContain(`${stack.identityUrl}/farcaster/~/siwf?channelToken=`)

    const app = await page.context().newPage()
    await app.goto(url)
    await expect(app.getByText(new URL(stack.walletUrl).host)).toBeVisible()
    await app.getByRole('button', { name: 'Cancel' }).click()
    await expect(app.getByText('You cancelled')).toBeVisible()
    await expect(view).toContainText('Scan this code with your phone and confirm in Farcaster')
    await app.goto(url)
    await app.getByRole('button', { name: /^Ada/ }).click()
    await page.bringToFront()
    const address = await visitor.address()
    await expect(demo.dialog).toBeHidden()
    const stored = () =>
      page.evaluate(() => [
        localStorage.getItem('@appkit/connected_social'),
        localStorage.getItem('@appkit-wallet/SOCIAL_USERNAME'),
      ])
    expect(await stored()).toEqual(['farcaster', 'ada'])
    await page.reload()
    expect(await visitor.address()).toBe(address)

    await page.getByTestId('account-button').first().click()
    await demo.view('Account').getByRole('button', { name: 'Disconnect' }).click()
    await expect(demo.output('Status')).toHaveText('disconnected')
    expect(await stored()).toEqual([null, null])
    await openFarcaster(visitor)
    await expect(code).toBeVisible()
    const next = await readQr(code)
    expect(next).not.toBe(url)
    await app.goto(next)
    await app.getByRole('button', { name: /^Ada/ }).click()
    await page.bringToFront()
    expect(await visitor.address()).toBe(address)
  })

  test('behavior: a second browser has to wait, and is told how long', async ({ visitor, newVisitor }) => {
    const logIn = async ({ page, demo }: Visitor) => {
      await demo.open({ options: { signIn: 'off' }, wallets: 'none' })
      await openFarcaster({ page, demo } as Visitor)
      const code = demo.view('Farcaster').getByRole('img', { name: 'QR code to log in with Farcaster' })
      await expect(code).toBeVisible()
      const app = await page.context().newPage()
      await app.goto(await readQr(code))
      await app.getByRole('button', { name: /^Cleo/ }).click()
      await page.bringToFront()
    }
    await logIn(visitor)
    await visitor.address()
    const other = await newVisitor()
    await logIn(other)
    const view = other.demo.view('Farcaster')
    await expect(view).toContainText('This device is new to your wallet. Log in again in 72 hours')
    await expect(other.demo.output('Status')).toHaveText('disconnected')
    await createViewCheck({ page: other.page, demo: other.demo, least: 24 })('a device that has to wait')
  })

  test('error: a message that the servers refuse connects nothing, and reaches the vault encrypted', async ({
    visitor,
    stack,
  }) => {
    const { page, demo } = visitor
    const claims = await refuseMessages(page, stack)
    await demo.open({ options: { signIn: 'off' }, wallets: 'none' })
    await openFarcaster(visitor)
    const view = demo.view('Farcaster')
    const code = view.getByRole('img', { name: 'QR code to log in with Farcaster' })
    await expect(code).toBeVisible()
    const url = await readQr(code)
    const app = await page.context().newPage()
    await app.goto(url)
    await app.getByRole('button', { name: /^Ben/ }).click()
    await page.bringToFront()
    await expect(view).toContainText('The login with Farcaster did not work.')
    expect(claims).toEqual([{ sealed: expect.stringMatching(/^[\w-]+(\.[\w-]*){4}$/) }])
    await expect(demo.output('Status')).toHaveText('disconnected')
    await view.getByRole('button', { name: 'Try again' }).click()
    await expect(code).toBeVisible()
    expect(await readQr(code)).not.toBe(url)
  })

  test('behavior: a code expires after five minutes, and there is a new one', async ({ visitor }) => {
    const { page, demo } = visitor
    await page.clock.install()
    await demo.open({ options: { signIn: 'off' }, wallets: 'none' })
    await openFarcaster(visitor)
    const view = demo.view('Farcaster')
    const code = view.getByRole('img', { name: 'QR code to log in with Farcaster' })
    await expect(code).toBeVisible()
    await page.clock.fastForward(301_000)
    await expect(view).toContainText('This code has expired')
    await expect(code).toHaveCount(0)
    // The servers refuse proofs of a clock that is five minutes ahead.
    await page.clock.setSystemTime(Date.now())
    await view.getByRole('button', { name: 'Get a new code' }).click()
    await expect(code).toBeVisible()
  })

  test('behavior: with the keyboard, and back to Connect', async ({ visitor }) => {
    const { page, demo } = visitor
    await demo.open({ options: { signIn: 'off' }, wallets: 'none' })
    await page.getByRole('button', { name: 'Connect Wallet' }).first().press('Enter')
    await demo.dialog.getByRole('button', { name: 'Continue with Farcaster' }).press('Enter')
    await expect(demo.view('Farcaster').getByRole('button', { name: 'Copy link' })).toBeFocused()
    await demo.dialog.getByRole('button', { name: 'Back' }).press('Enter')
    await expect(demo.view('Connect Wallet')).toBeVisible()
    await expect(demo.output('Status')).toHaveText('disconnected')
  })

  for (const { name, ...use } of [
    { name: 'wide', viewport: { width: 1000, height: 900 }, hasTouch: false },
    {
      name: 'touch',
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      userAgent: phone,
    },
  ])
    test.describe(name, () => {
      test.use(use)
      for (const rtl of [false, true])
        test(`behavior: the views pass axe in light and dark${rtl ? ', from right to left' : ''}`, async ({
          visitor,
          stack,
        }) => {
          test.setTimeout(120_000)
          const { page, demo } = visitor
          const check = createViewCheck({ page, demo, least: use.hasTouch ? 44 : 24 })
          await refuseMessages(page, stack)
          await demo.open({ options: { signIn: 'off' }, wallets: 'none' })
          if (rtl) await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
          await openFarcaster(visitor)
          const view = demo.view('Farcaster')
          const code = view.getByRole('img', { name: 'QR code to log in with Farcaster' })
          if (use.hasTouch) {
            await expect(view.getByRole('button', { name: 'Open Farcaster' })).toBeFocused()
            await check('opening Farcaster')
            await view.getByRole('button', { name: 'Use another phone' }).click()
          }
          await expect(code).toBeVisible()
          expect((await code.boundingBox())?.width).toBeGreaterThanOrEqual(240)
          await check('the code for Farcaster')
          const app = await page.context().newPage()
          await app.goto(await readQr(code))
          await app.getByRole('button', { name: /^Ben/ }).click()
          await page.bringToFront()
          await expect(view).toContainText('The login with Farcaster did not work.')
          await check('a failed login with Farcaster')
        })
    })
})
