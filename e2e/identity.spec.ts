import type { Locator, Page } from '@playwright/test'
import { createEvmWallet } from '@portico/testkit'
import { injectWallet } from '@portico/testkit/playwright'
import { createViewCheck } from './createViewCheck.ts'
import { findOverflow } from './findOverflow.ts'
import { type NamedAccount, registerName } from './registerName.ts'
import type { Stack } from './stack.ts'
import { expect, test } from './test.ts'

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#d33" d="M0 0h8v8H0z"/></svg>'
const avatar = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
const off = { signIn: 'off', features: { names: true } }

async function inject(page: Page, stack: Stack, { privateKey }: NamedAccount): Promise<void> {
  const wallet = createEvmWallet({
    accounts: [privateKey],
    chains: [{ chainId: 31337, rpcUrl: stack.rpcUrls[31337] }],
  })
  await injectWallet({ page, wallet })
}

const shorten = (address: string) => `${address.slice(0, 4)}…${address.slice(-6)}`
const accountButton = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

/** Whether the avatar inside shows its image. */
const hasImage = (inside: Locator) =>
  inside
    .locator('.avatar img')
    .evaluateAll((images) =>
      images.some(
        (image) => (image as HTMLImageElement).naturalWidth > 0 && getComputedStyle(image).opacity === '1',
      ),
    )

test.describe('identity', () => {
  test('behavior: name and avatar are shown from the moment of connection, in every view of the account', async ({
    page,
    demo,
    stack,
  }) => {
    const account = await registerName({ gatewayUrl: stack.gatewayUrl, avatar })
    const { name, address } = account
    await inject(page, stack, account)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/v1/identity/')) asked.push(request.url())
    })
    await demo.open({ options: { ...off, signIn: 'required' }, wallets: 'none' })
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    expect(asked).toEqual([])
    await demo
      .view('Connect Wallet')
      .getByRole('button', { name: /^Dev Wallet/ })
      .click()

    const signIn = demo.view('Sign In')
    await expect(signIn.getByText(name)).toBeVisible()
    await expect(signIn.getByText(shorten(address))).toBeVisible()
    await expect.poll(() => hasImage(signIn)).toBe(true)
    await demo.signIn()

    const button = accountButton(page, new RegExp(name))
    await expect(button).toBeVisible()
    await expect.poll(() => hasImage(button)).toBe(true)
    await expect(button.getByTitle(address)).toHaveText(name)
    await button.click()
    await expect(demo.view('Account').getByText(name)).toBeVisible()
    await expect.poll(() => hasImage(demo.view('Account'))).toBe(true)
    await demo.view('Account').getByRole('button', { name: 'Receive' }).click()
    const receive = demo.view('Receive')
    await expect(receive.getByText(name)).toBeVisible()
    await expect(receive.getByText(address)).toBeVisible()
    await expect.poll(() => hasImage(receive)).toBe(true)
    await receive.getByRole('button', { name: 'Back' }).click()
    await demo.view('Account').getByRole('button', { name: 'Account settings' }).click()
    const settings = demo.view('Account Settings')
    await expect(settings.getByText(name)).toBeVisible()
    await expect(settings.getByTestId('account-settings-address')).toHaveText(shorten(address))
    await expect.poll(() => hasImage(settings)).toBe(true)
    // One request for all of them.
    expect(asked).toHaveLength(1)

    // After a reload the name is there without a request.
    await page.reload()
    await expect(demo.output('Status')).toHaveText('connected')
    await expect(accountButton(page, new RegExp(name))).toBeVisible()
    expect(asked).toHaveLength(1)
  })

  test('behavior: an avatar that cannot be loaded leaves the generated one in its place', async ({
    page,
    demo,
    stack,
  }) => {
    const account = await registerName({
      gatewayUrl: stack.gatewayUrl,
      avatar: 'https://images.invalid/a.png',
    })
    await inject(page, stack, account)
    await demo.open({ options: off, wallets: 'none' })
    await demo.connect()
    const button = accountButton(page, new RegExp(account.name))
    await expect(button).toBeVisible()
    await expect(button.locator('.avatar svg')).toBeVisible()
    await expect(button.locator('.avatar img')).toHaveCount(0)
  })

  for (const { name: size, rtl, ...use } of [
    { name: 'wide', rtl: false, viewport: { width: 1000, height: 900 } },
    { name: 'touch', rtl: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  ]) {
    test.describe(size, () => {
      test.use(use)

      test(`behavior: passes axe in light and dark, ${size}`, async ({ page, demo, stack }) => {
        test.setTimeout(120_000)
        const account = await registerName({ gatewayUrl: stack.gatewayUrl, avatar })
        await inject(page, stack, account)
        const check = createViewCheck({ page, demo, least: size === 'touch' ? 44 : 24 })
        const checkAll = async (view: string) => {
          await check(view)
          await expect.poll(() => findOverflow(page), { message: view }).toEqual([])
          const folder = process.env.SCREENSHOTS
          if (folder) await page.screenshot({ path: `${folder}/${size}-${view}.png` })
        }
        await demo.open({ options: { ...off, signIn: 'required', rtl }, wallets: 'none' })
        await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
        await demo
          .view('Connect Wallet')
          .getByRole('button', { name: /^Dev Wallet/ })
          .click()
        await expect.poll(() => hasImage(demo.view('Sign In'))).toBe(true)
        await checkAll('Sign In')
        await demo.signIn()
        const button = accountButton(page, new RegExp(account.name))
        await expect.poll(() => hasImage(button)).toBe(true)
        await checkAll('page')
        await button.click()
        await expect.poll(() => hasImage(demo.view('Account'))).toBe(true)
        await checkAll('Account')
        await demo.view('Account').getByRole('button', { name: 'Receive' }).click()
        await expect(demo.view('Receive').getByText(account.name)).toBeVisible()
        await expect.poll(() => hasImage(demo.view('Receive'))).toBe(true)
        await checkAll('Receive')
        await demo.view('Receive').getByRole('button', { name: 'Back' }).click()
        await demo.view('Account').getByRole('button', { name: 'Account settings' }).click()
        await expect.poll(() => hasImage(demo.view('Account Settings'))).toBe(true)
        await checkAll('Account Settings')
      })
    })
  }
})
