import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page, Route } from '@playwright/test'
import { hostileIcons } from '../packages/testkit/src/hostile/hostileIcons.ts'
import { hostileNames } from '../packages/testkit/src/hostile/hostileNames.ts'
import { type Announced, announce } from './announce.ts'
import { recordForeignActivity } from './recordForeignActivity.ts'
import { type Demo, expect, test } from './test.ts'

interface NastyCase {
  id: string
  category: string
  where: string
  value: string
}

const off = { options: { signIn: 'off' } }
const vectors = process.env.VECTORS_DIR ?? fileURLToPath(new URL('../../shared/vectors', import.meta.url))
const nastyFile = `${vectors}/nasty-strings/nasty.json`
const isAbsent = !existsSync(nastyFile)
/**
 * Direction marks, control characters, lone surrogates and invisible characters; joiners are allowed, as some scripts
 * need them.
 */
const marks = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u
const dot = 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E'
/** The nasty strings are shown in as many tests: at most two lists of wallets each, of which a page takes a hundred. */
const parts = 4

test.describe('hostile wallets', () => {
  test('behavior: names and icons that try to deceive, to send requests or to break the page', async ({
    page,
    demo,
    stack,
  }) => {
    const foreignActivity = recordForeignActivity(page, [stack.url, stack.gatewayUrl])
    const wallets = [
      ...Object.values(hostileNames).map((name, i) => ({ name, rdns: `test.name.n${i}`, icon: dot })),
      ...Object.values(hostileIcons).map((icon, i) => ({
        name: `Icon ${i}`,
        rdns: `test.icon.n${i}`,
        icon,
      })),
    ]
    await demo.open(off)
    await announce(page, wallets)
    await page.evaluate(() => {
      const provider = { request: () => new Promise(() => {}), on() {}, removeListener() {} }
      const say = (info: object) =>
        window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
      const uuid = crypto.randomUUID()
      const icon = `data:image/svg+xml,${'%20'.repeat(3_500_000)}`
      say({ uuid, name: 'Ten Megabytes', rdns: 'test.large', icon })
      say({ uuid, name: 'Twice', rdns: 'test.large', icon: '' })
      say({ uuid: crypto.randomUUID(), name: 'Twice', rdns: 'test.large', icon: '' })
      for (const detail of [undefined, null, 'text', {}, { info: null, provider: null }]) {
        window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
      }
    })
    const names = await readList({ page, demo })
    expect(names.filter((name) => name.startsWith('Icon '))).toHaveLength(Object.keys(hostileIcons).length)
    expect(names).toContain('Ten Megabytes')
    expect(names).not.toContain('Twice')
    expect(
      await demo.dialog.locator('img').evaluateAll((all) => all.map((one) => one.getAttribute('src'))),
    ).toEqual(expect.not.arrayContaining([expect.stringMatching(/^(?!data:image\/)/)]))
    await connectDevWallet(demo)
    expect(foreignActivity).toEqual([])
  })

  for (let part = 0; part < parts; part++)
    test(`behavior: every nasty string as name, rdns and icon, part ${part + 1} of ${parts}${isAbsent ? ' (skipped: no published vectors; set VECTORS_DIR)' : ''}`, async ({
      page,
      demo,
      stack,
    }) => {
      test.skip(isAbsent && !process.env.CI)
      const { cases: all } = JSON.parse(readFileSync(nastyFile, 'utf8')) as { cases: NastyCase[] }
      const cases = all.filter((_, index) => index % parts === part)
      const foreignActivity = recordForeignActivity(page, [stack.url, stack.gatewayUrl])
      const wallets = cases.flatMap(({ id, value }): Announced[] => [
        { name: value, rdns: `nasty.${id}`, icon: dot },
        { name: `Case ${id}`, rdns: value, icon: value },
      ])
      const shown: string[] = []
      for (let start = 0; start < wallets.length; start += 90) {
        await demo.open(off)
        await announce(page, wallets.slice(start, start + 90))
        shown.push(...(await readList({ page, demo })))
        await connectDevWallet(demo)
        await page.evaluate(() => localStorage.clear())
      }
      const good = cases.filter(({ category, where }) => category === 'good' && where === 'name')
      expect(good.length).toBeGreaterThan(1)
      expect(shown).toEqual(expect.arrayContaining(good.map(({ value }) => value)))
      expect(foreignActivity).toEqual([])
    })

  test('behavior: wallets with invalid responses lead to an explanation and a way to continue', async ({
    page,
    demo,
  }) => {
    const kinds = await addGarbageWallets(page)
    await demo.open(off)
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    for (const kind of kinds) {
      await test.step(kind, async () => {
        await demo
          .view('Connect Wallet')
          .getByRole('button', { name: new RegExp(`^${kind} `) })
          .click()
        const view = demo.view(kind)
        await expect(view.getByRole('button', { name: 'Try again' })).toBeVisible()
        await expect(view.getByRole('status').filter({ hasText: /\w/ }).first()).toContainText(
          kind.startsWith('Silent')
            ? `Continue in ${kind}`
            : kind.startsWith('Refusing')
              ? 'Not connected'
              : `${kind} could not connect`,
        )
        await expect(view).not.toContainText(/undefined|null|\[object|\beth_|Error:|garbage/)
        await expect(view.getByRole('alert').filter({ hasText: /\w/ })).toHaveCount(0)
        await view.getByRole('button', { name: 'Try again' }).click()
        await expect(view.getByRole('button', { name: 'Try again' })).toBeVisible()
        await view.getByRole('button', { name: 'Back' }).click()
        await expect(demo.output('Status')).toHaveText('disconnected')
      })
    }
    await demo
      .view('Connect Wallet')
      .getByRole('button', { name: /^Ten Thousand / })
      .click()
    await expect(demo.output('Status')).toHaveText('connected')
    await expect(demo.output('Address')).toHaveText(`0x${'0'.repeat(40)}`)
    await expect(demo.dialog).toBeHidden()
  })
})

test.describe('hostile gateway', () => {
  const json = 'application/json'
  const answers: Record<string, Parameters<Route['fulfill']>[0]> = {
    'with a page': { contentType: 'text/html', body: '<script>globalThis.hostileScriptRan=true</script>' },
    'with broken JSON': { contentType: json, body: '{"items":[' },
    'with another shape': {
      contentType: json,
      body: '{"items":[{"name":{"toString":1},"quantity":null}],"balances":"garbage-shape"}',
    },
    // Limited, because every response to every retry passes through the test.
    'with megabytes': { contentType: json, body: `{"balances":"${'x'.repeat(2_000_000)}"}` },
    'with status 500': { status: 500, contentType: json, body: '{"detail":"garbage-stack-trace"}' },
  }

  for (const [kind, answer] of Object.entries(answers)) {
    test(`behavior: responds with ${kind}: the account shows what is missing, and recovers`, async ({
      page,
      demo,
      stack,
    }) => {
      const headers = { 'access-control-allow-origin': stack.url }
      await page.route(`${stack.gatewayUrl}/**`, (route) => route.fulfill({ ...answer, headers }))
      await demo.open(off)
      await demo.connect()
      await page
        .getByRole('button', { name: /0xf3…b92266/ })
        .first()
        .click()
      const account = demo.view('Account')
      for (const tab of ['Tokens', 'NFTs', 'Activity']) {
        await account.getByRole('tab', { name: tab }).click()
        await expect(account.getByRole('tabpanel')).toContainText(/can’t be reached/i, { timeout: 30_000 })
        await expect(account).not.toContainText(/garbage|JSON|Unexpected|500|Error|undefined/)
      }
      await expect(account.getByRole('button', { name: 'Copy address' })).toBeVisible()
      await page.unroute(`${stack.gatewayUrl}/**`)
      await account.getByRole('tab', { name: 'Tokens' }).click()
      await account
        .getByRole('button', { name: 'Retry' })
        .click({ timeout: 2_000 })
        .catch(() => {
          // It had already recovered by itself.
        })
      await expect(account.getByText('Dev USD', { exact: true })).toBeVisible({ timeout: 20_000 })
      expect(await page.evaluate('globalThis.hostileScriptRan')).toBeUndefined()
    })
  }
})

/** Opens the modal, checks that no name or icon has had an effect, and returns the wallets' names. */
async function readList({ page, demo }: { page: Page; demo: Demo }): Promise<string[]> {
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  const view = demo.view('Connect Wallet')
  await expect(view.getByRole('heading', { name: 'Connect Wallet', level: 1 })).toBeVisible()
  const rows = view.getByRole('listitem').getByRole('button')
  await expect(rows.filter({ hasText: 'Dev Wallet' })).toBeVisible()
  const { names, wide, tall, scripts } = await view.getByTestId('w3m-modal-card').evaluate((card) => {
    // The logos of the social logins, which arrive later, are another list.
    const buttons = [...card.querySelectorAll<HTMLElement>('ul[aria-label=Wallets] > li button')]
    const { left, right } = card.getBoundingClientRect()
    const boxes = buttons.map((button) => button.getBoundingClientRect())
    return {
      names: buttons.map((button) => button.querySelector('bdi')?.textContent ?? ''),
      wide: boxes.filter((box) => box.left < left || box.right > right).length,
      tall: boxes.filter((box) => box.height > 80 || box.height < 40).length,
      scripts: [...card.querySelectorAll('*')].filter(
        (element) =>
          ['SCRIPT', 'IFRAME', 'OBJECT', 'STYLE'].includes(element.tagName) ||
          element.getAttributeNames().some((name) => name.startsWith('on')),
      ).length,
    }
  })
  expect({ wide, tall, scripts }).toEqual({ wide: 0, tall: 0, scripts: 0 })
  for (const name of names) {
    expect(name).not.toMatch(marks)
    expect(name.trim()).not.toBe('')
  }
  expect(await page.evaluate('globalThis.hostileScriptRan')).toBeUndefined()
  return names
}

async function connectDevWallet(demo: Demo): Promise<void> {
  await demo
    .view('Connect Wallet')
    .getByRole('button', { name: /^Dev Wallet/ })
    .click()
  await expect(demo.output('Connected wallet')).toHaveText('Dev Wallet')
}

/** Adds wallets with invalid responses to the page; returns their names, except "Ten Thousand", which connects. */
async function addGarbageWallets(page: Page): Promise<string[]> {
  const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  await page.addInitScript((account) => {
    type Request = { method: string }
    const answers = (accounts: unknown, chainId: unknown) => async (request: Request) =>
      request.method === 'eth_chainId' ? chainId : accounts
    const rejects = (thrown: unknown) => () => Promise.reject(thrown)
    const throwing = new Proxy(
      {},
      {
        get() {
          throw new Error('garbage trap')
        },
      },
    )
    const wallets: Record<string, (request: Request) => unknown> = {
      'Answers Null': answers(null, '0x7a69'),
      'Answers Object': answers({}, '0x7a69'),
      'Answers Text': answers('garbage', '0x7a69'),
      'Answers Markup': answers(['<img src=x onerror="globalThis.hostileScriptRan=true">'], '0x7a69'),
      'Chain Markup': answers([account], '<b>garbage</b>'),
      'Chain Negative': answers([account], '-0x1'),
      'Chain Huge': answers([account], `0x${'f'.repeat(100)}`),
      'Rejects Text': rejects('garbage text'),
      'Rejects Undefined': rejects(undefined),
      'Rejects Frozen': rejects(Object.freeze({ code: -32603, message: 'garbage frozen' })),
      'Rejects Proxy': rejects(throwing),
      'Rejects Megabyte': rejects({ code: -32603, message: 'garbage'.repeat(150_000) }),
      'Throws Sync': () => {
        throw new Error('garbage sync')
      },
      'Refusing Frozen': rejects(Object.freeze({ code: 4001, message: 'garbage no' })),
      'Silent Ever': () => new Promise(() => {}),
      'Ten Thousand': answers(
        Array.from({ length: 10_000 }, (_, i) => `0x${i.toString(16).padStart(40, '0')}`),
        '0x7a69',
      ),
    }
    const announce = () => {
      for (const [name, request] of Object.entries(wallets)) {
        const info = {
          uuid: `uuid ${name}`,
          name,
          rdns: `test.${name.toLowerCase().replace(' ', '-')}`,
          icon: '',
        }
        const provider = { request, on() {}, removeListener() {} }
        window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
      }
    }
    window.addEventListener('eip6963:requestProvider', announce)
  }, account)
  return [
    'Answers Null',
    'Answers Object',
    'Answers Text',
    'Answers Markup',
    'Chain Markup',
    'Chain Negative',
    'Chain Huge',
    'Rejects Text',
    'Rejects Undefined',
    'Rejects Frozen',
    'Rejects Proxy',
    'Rejects Megabyte',
    'Throws Sync',
    'Refusing Frozen',
    'Silent Ever',
  ]
}
