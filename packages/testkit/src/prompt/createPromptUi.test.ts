import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chromiumPath, openBrowser } from '../../test/openBrowser.ts'
import { servePage } from '../../test/servePage.ts'
import type { EvmWallet } from '../evm/createEvmWallet.ts'

const missing = !chromiumPath && !process.env.CI
const require = createRequire(import.meta.url)

describe.skipIf(missing)(`createPromptUi${missing ? ' (skipped: no Chromium on this machine)' : ''}`, () => {
  let site: Awaited<ReturnType<typeof servePage>>
  let browser: Browser
  let page: Page
  let errors: string[]

  beforeAll(async () => {
    site = await servePage({
      html: `<body><main><h1>Page</h1><button>Open</button> <button>Connect</button> <button>Sign</button>
        <button>Both</button><dialog aria-label="Modal"><button>Connect</button></dialog><output></output></main>
        <script type="module" src="/page.js"></script></body>`,
      script: new URL('../../test/promptPage.ts', import.meta.url).pathname,
    })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    site?.stop()
  })
  beforeEach(async () => {
    page = await (await browser.newContext()).newPage()
    page.setDefaultTimeout(5000)
    errors = []
    page.on('console', (message) => errors.push(message.text()))
    page.on('pageerror', (error) => errors.push(String(error)))
    await page.goto(site.url)
  })
  // No violation of the Content Security Policy and no exception.
  afterEach(async () => {
    expect(errors).toEqual([])
    await page.context().close()
  })

  const prompt = () => page.getByRole('dialog', { name: /^Dev Wallet: / })
  const button = (name: string) => prompt().getByRole('button', { name })
  const results = () => page.getByRole('status').textContent()
  const gone = () => prompt().waitFor({ state: 'detached' })
  const account =
    '["0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266","0x70997970C51812dc3A010C7d01b50e0d17dc79C8"];'

  async function open(hash: string) {
    await page.goto('about:blank')
    await page.goto(`${site.url}${hash}`)
  }

  test('behavior: Approve resolves the request', async () => {
    await page.getByRole('button', { name: 'Connect' }).click()
    await prompt().getByRole('heading', { name: 'Connect to this site?' }).waitFor()
    expect(await prompt().textContent()).toContain(new URL(site.url).origin)
    await button('Approve').click()
    await gone()
    expect(await results()).toBe(account)
  })

  test('behavior: Reject and Escape fail with 4001', async () => {
    await page.getByRole('button', { name: 'Connect' }).click()
    await button('Reject').click()
    await gone()
    await page.getByRole('button', { name: 'Connect' }).click()
    await prompt().waitFor()
    await page.keyboard.press('Escape')
    await gone()
    expect(await results()).toBe('4001;4001;')
  })

  test('behavior: works above an open modal dialog and restores the focus', async () => {
    await page.getByRole('button', { name: 'Open' }).click()
    const inside = page.getByRole('dialog', { name: 'Modal' }).getByRole('button', { name: 'Connect' })
    await inside.click()
    await button('Approve').click()
    await gone()
    expect(await results()).toBe(account)
    expect(await inside.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await page.locator('dialog[aria-label=Modal]').evaluate((one) => one.matches(':modal'))).toBe(true)
  })

  test('behavior: stays above a modal dialog opened later', async () => {
    await page.getByRole('button', { name: 'Connect' }).click()
    await prompt().waitFor()
    await page.evaluate(() => document.querySelector('dialog')?.showModal())
    await button('Approve').click()
    await gone()
    expect(await results()).toBe(account)
  })

  test('behavior: the page receives neither its clicks nor its key events', async () => {
    await page.getByRole('button', { name: 'Connect' }).click()
    await prompt().waitFor()
    await page.evaluate(() => {
      for (const name of ['click', 'pointerdown', 'keydown', 'focusin']) {
        document.addEventListener(name, () => document.querySelector('output')?.append(`page saw ${name};`))
      }
    })
    await page.mouse.click(5, 5)
    await page.keyboard.press('Tab')
    await button('Approve').click()
    await gone()
    expect((await results())?.replaceAll('page saw focusin;', '')).toBe(account)
  })

  test('behavior: shows one request at a time', async () => {
    await page.getByRole('button', { name: 'Both' }).click()
    await prompt().getByRole('heading', { name: 'Connect to this site?' }).waitFor()
    await button('Approve').click()
    await prompt().getByRole('heading', { name: 'Switch the network?' }).waitFor()
    await button('Reject').click()
    await gone()
    expect(await results()).toBe(`${account}4001;`)
  })

  test('behavior: shows the message as text, never as markup', async () => {
    await open('#connected')
    await page.getByRole('button', { name: 'Sign' }).click()
    expect(await prompt().getByRole('group', { name: 'Details' }).textContent()).toBe('Hello <b>you</b>')
    await button('Reject').click()
    await gone()
  })

  test('behavior: the key that sent the request does not approve it', async () => {
    await page.getByRole('button', { name: 'Connect' }).focus()
    await page.keyboard.down('Enter')
    await prompt().waitFor()
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    expect(await prompt().count()).toBe(1)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect(
      await button('Reject').evaluate((one) => (one.getRootNode() as ShadowRoot).activeElement === one),
    ).toBe(true)
    await page.keyboard.press('Enter')
    await gone()
    expect(await results()).toBe('4001;')
  })

  test('behavior: closes when the request is decided elsewhere', async () => {
    await page.getByRole('button', { name: 'Connect' }).click()
    await prompt().waitFor()
    await page.evaluate(() => (globalThis as unknown as { wallet: EvmWallet }).wallet.release('approve'))
    await gone()
    expect(await results()).toBe(account)
  })

  test('behavior: requests stay pending after the prompt is removed', async () => {
    await page.getByRole('button', { name: 'Connect' }).click()
    await prompt().waitFor()
    await page.evaluate(() => (globalThis as unknown as { stop(): void }).stop())
    await gone()
    expect(
      await page.evaluate(() => (globalThis as unknown as { wallet: EvmWallet }).wallet.pending.length),
    ).toBe(1)
    expect(await results()).toBe('')
  })

  test("behavior: the page's style sheets do not affect it", async () => {
    const box = async () => {
      await page.getByRole('button', { name: 'Connect' }).first().click()
      await prompt().evaluate((element) => Promise.all(element.getAnimations().map((one) => one.finished)))
      const rectangle = await prompt().boundingBox()
      await button('Reject').click()
      await gone()
      return rectangle
    }
    const before = await box()
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('* { all: unset } div { display: none !important } dialog { inset: 0 !important }')
      document.adoptedStyleSheets = [sheet]
    })
    expect(await box()).toEqual(before)
  })

  test.each(['light', 'dark'] as const)('behavior: accessible, %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await open('#connected')
    await page.getByRole('button', { name: 'Sign' }).click()
    await prompt().waitFor()
    const background = await prompt().evaluate((element) => getComputedStyle(element).backgroundColor)
    expect(background).toBe(colorScheme === 'dark' ? 'rgb(23, 23, 21)' : 'rgb(255, 255, 255)')
    await page.evaluate(await readFile(require.resolve('axe-core/axe.min.js'), 'utf8'))
    const violations = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } }
      return (await axe.run()).violations.map(({ id }) => id)
    })
    expect(violations).toEqual([])
  })
})
