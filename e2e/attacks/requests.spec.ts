import type { Frame, Page } from '@playwright/test'
import { holdApprove } from '../holdApprove.ts'
import { openWalletWindow } from '../openWalletWindow.ts'
import { sendEther } from '../sendEther.ts'
import { askUnlimitedPermit } from './askUnlimitedPermit.ts'
import { deployToken } from './deployToken.ts'
import { answerTo, approve, ask, askSignature, expect, forgetLimits, test } from './test.ts'

const nonce = 'abcdefgh12345678'

/** Markup that runs a script if it is inserted as HTML. */
const scripts = [
  '<img src=x onerror="window.pwned=1;alert(1)">',
  '<script>window.pwned=1</script>',
  '"><svg onload=alert(1)>',
  '<iframe srcdoc="<script>parent.pwned=1</script>"></iframe>',
  'javascript:alert(document.domain)',
  '{{constructor.constructor("alert(1)")()}}',
  '</title><style>*{display:none}</style><base href="http://evil.localhost/">',
  '<a href="javascript:alert(1)">Approve</a>',
]

/** Records scripts that ran, policy violations, requests to foreign hosts, and dialogs. */
async function watch(page: Page, allowed: readonly string[]): Promise<string[]> {
  const violations: string[] = []
  page.on('dialog', (dialog) => {
    violations.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted|pwned/i.test(message.text())) violations.push(message.text())
  })
  page.on('pageerror', (error) => violations.push(error.message))
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol !== 'data:' && !allowed.includes(origin)) violations.push(`request: ${request.url()}`)
  })
  // Violations are reported per document.
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) =>
      console.error(`Content Security Policy: ${event.violatedDirective} ${event.blockedURI}`),
    )
  })
  return violations
}

/** Counts elements that only injected markup could have created. */
function countElements(wallet: Frame): Promise<number> {
  return wallet.evaluate(
    () => document.querySelectorAll('img,script:not([src]):not([type]),iframe,svg,base,style,a[href]').length,
  )
}

/** Continues in the wallet window. */
async function openWindow(page: Page, wallet: Frame, heading = 'Signature request'): Promise<Page> {
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    wallet.getByRole('button', { name: 'Open wallet' }).click(),
  ])
  await expect(opened.getByRole('heading', { name: heading, exact: true })).toBeVisible()
  return opened
}

test.describe('sign-in messages of other sites', () => {
  test('error: another domain, account, network or time is refused and cannot be approved', async ({
    openApp,
    victim,
    sites,
  }) => {
    let { page, wallet } = await openApp()
    const own = new URL(sites.origin('app')).host
    const { address } = victim
    const message = ({
      domain = own,
      account = address,
      chain = '31337',
      uri = sites.origin('app'),
      more = '',
    } = {}) =>
      `${domain} wants you to sign in with your Ethereum account:\n${account}\n\nWelcome\n\nURI: ${uri}\nVersion: 1\nChain ID: ${chain}\nNonce: ${nonce}\nIssued At: 2026-01-01T00:00:00.000Z${more}`
    const refused = {
      'another domain': message({ domain: 'bank.example', uri: 'https://bank.example' }),
      'a domain that begins alike': message({ domain: `${own}.evil.example` }),
      'a domain that ends alike': message({ domain: `evil-${own}` }),
      'another port': message({ domain: own.replace(/\d+$/, '1') }),
      'a domain with a user': message({ domain: `${own}@bank.example` }),
      'another scheme': `https://${message()}`,
      'another account': message({ account: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }),
      'another network': message({ chain: '1' }),
      expired: message({ more: '\nExpiration Time: 2026-01-02T00:00:00.000Z' }),
      'not yet': message({ more: '\nNot Before: 2099-01-01T00:00:00.000Z' }),
      'a line break of another kind': message({ domain: 'bank.example' }).replaceAll('\n', '\r\n'),
      'a letter that looks alike': message({ domain: own.replace('a', '\u0430') }),
      'invisible letters': message({ domain: 'bank.example' }).replace('wants', 'wan\u200bts'),
      'broken lines': message({ domain: 'bank.example' }).replace('Version: 1', 'Version: 2'),
      'bytes instead of text': `0x${Buffer.from(message({ domain: 'bank.example' })).toString('hex')}`,
      'a hash': `0x${'e3'.repeat(32)}`,
    }
    const offered: string[] = []
    for (const [index, [name, text]] of Object.entries(refused).entries()) {
      // The wallet accepts ten requests a minute per document.
      if (index % 6 === 5) ({ page, wallet } = await openApp())
      await forgetLimits(wallet)
      const id = await askSignature(page, { address, text })
      // Either refused at once, or shown with Close as the only button.
      const close = wallet.getByRole('button', { name: 'Close' })
      const buttons = wallet.getByRole('button', { name: /^(Close|Approve)$/ })
      await expect
        .poll(async () => (await buttons.count()) > 0 || (await answerTo(page, id)) !== undefined)
        .toBe(true)
      if ((await wallet.getByRole('button', { name: 'Approve' }).count()) > 0) {
        offered.push(name)
        await ask(page, 'RPC_ABORT')
        continue
      }
      await expect(wallet.getByRole('button', { name: 'Open wallet' })).toHaveCount(0)
      if ((await close.count()) > 0) await close.click()
      await expect.poll(async () => (await answerTo(page, id))?.type).toBe('RPC_REQUEST_ERROR')
    }
    expect(offered).toEqual([])
    ;({ page, wallet } = await openApp())
    await forgetLimits(wallet)
    const id = await askSignature(page, { address, text: message() })
    await approve(wallet)
    await expect.poll(async () => (await answerTo(page, id))?.type).toBe('RPC_REQUEST_SUCCESS')
    console.log(`Sign-in: 0 of ${Object.keys(refused).length} foreign messages can be approved.`)
  })
})

test.describe('untrusted texts', () => {
  test('error: markup in names, messages and typed data is shown as text', async ({
    victim,
    openApp,
    stack,
    sites,
  }) => {
    const { page, wallet } = await openApp()
    const violations = await watch(page, [
      sites.origin('app'),
      ...[stack.walletUrl, stack.gatewayUrl, stack.vaultUrl].map((url) => new URL(url).origin),
    ])
    let count = 0
    for (const [index, text] of scripts.entries()) {
      const metadata = { name: text, description: text, url: text, icons: [text, `javascript:${text}`] }
      await ask(page, 'SYNC_DAPP_DATA', { metadata, projectId: 'app' })
      await ask(page, 'SYNC_THEME', {
        themeMode: 'dark',
        themeVariables: {
          '--w3m-accent': text,
          '--w3m-font-family': `url(${text})`,
          [text.slice(0, 60)]: text,
        },
      })
      const typedData = {
        domain: { name: text, version: text, chainId: 31337 },
        types: {
          EIP712Domain: [
            { name: 'name', type: 'string' },
            { name: 'version', type: 'string' },
            { name: 'chainId', type: 'uint256' },
          ],
          Note: [{ name: 'text', type: 'string' }],
        },
        primaryType: 'Note',
        message: { text },
      }
      const requests = [
        { method: 'personal_sign', params: [text, victim.address] },
        { method: 'eth_signTypedData_v4', params: [victim.address, JSON.stringify(typedData)] },
      ]
      for (const payload of [requests[index % 2]]) {
        await forgetLimits(wallet)
        await page.evaluate((body) => void window.host.frames.wallet?.send('RPC_REQUEST', body), payload)
        const view = wallet.locator('section.request, .view').first()
        await expect(view.getByRole('button', { name: /Approve|Open wallet|Close/ }).first()).toBeVisible()
        await expect(
          wallet.getByRole('button', { name: 'Reject' }).or(wallet.getByRole('button', { name: 'Close' })),
        ).toBeVisible()
        count += await countElements(wallet)
        if (await wallet.evaluate(() => 'pwned' in window)) violations.push('a script has run')
        await ask(page, 'RPC_ABORT')
      }
    }
    expect({ violations, elements: count }).toEqual({ violations: [], elements: 0 })
  })
})

test.describe('untrusted tokens', () => {
  test('error: markup as the symbol of a token is shown as text', async ({
    victim,
    openApp,
    stack,
    sites,
  }) => {
    const to = victim.address as `0x${string}`
    await sendEther(stack, to, 1)
    const recipient = '70997970C51812dc3A010C7d01b50e0d17dc79C8'
    const data = `0xa9059cbb${recipient.padStart(64, '0')}${(10n ** 18n).toString(16).padStart(64, '0')}`
    const tokens: [text: string, token: string][] = []
    for (const text of scripts) tokens.push([text, await deployToken(stack, { symbol: text, to })])
    const { page, wallet } = await openApp()
    const violations = await watch(page, [
      sites.origin('app'),
      ...[stack.walletUrl, stack.gatewayUrl, stack.vaultUrl].map((url) => new URL(url).origin),
    ])
    let count = 0
    for (const [text, token] of tokens) {
      await forgetLimits(wallet)
      const payload = { method: 'eth_sendTransaction', params: [{ from: to, to: token, data }] }
      await page.evaluate((body) => void window.host.frames.wallet?.send('RPC_REQUEST', body), payload)
      await expect(wallet.getByRole('region', { name: 'Transaction request' })).toContainText(
        text.slice(0, 12),
      )
      // A token without a price is asked in the wallet window, which shows more of it.
      const opened = await openWindow(page, wallet, 'Transaction request')
      await expect(opened.getByText('You send').first()).toBeVisible()
      await expect(opened.getByRole('region', { name: 'Transaction request' })).toContainText(
        text.slice(0, 12),
      )
      for (const frame of [wallet, opened.mainFrame()]) {
        count += await countElements(frame)
        if (await frame.evaluate(() => 'pwned' in window)) violations.push('a script has run')
      }
      // Several rejections would mute the page.
      await ask(page, 'RPC_ABORT')
      await opened.close()
    }
    expect({ violations, elements: count }).toEqual({ violations: [], elements: 0 })
  })
})

test.describe('pages with Cross-Origin-Opener-Policy', () => {
  for (const coop of ['unsafe-none', 'same-origin-allow-popups', 'same-origin'])
    test(`behavior: with Cross-Origin-Opener-Policy ${coop} requests end with a signature, in the page and in the window`, async ({
      openApp,
      victim,
      sites,
      stack,
    }) => {
      const { page, wallet } = await openApp({ path: `/?coop=${coop}` })
      await forgetLimits(wallet)
      const signed = (id: string) =>
        expect.poll(async () => (await answerTo(page, id))?.payload).toMatch(/^0x[0-9a-f]{130}$/)
      const id = await askSignature(page, victim)
      await approve(wallet)
      await signed(id)

      const before = victim.traffic.length
      const permit = await askUnlimitedPermit(page, victim)
      const opened = await openWalletWindow(page, wallet)
      await expect(opened.getByText(`asked by ${new URL(sites.origin('app')).host}`)).toBeVisible()
      expect(opened.url()).toBe(`${stack.walletUrl}/window`)
      expect(await opened.evaluate(() => opener === null)).toBe(coop === 'same-origin')
      await holdApprove(opened)
      await signed(permit)

      // Only separated windows use the gateway, which sees encrypted messages.
      const carried = victim.traffic.slice(before).filter(({ url }) => url.includes('/window-mailbox'))
      expect(carried.length > 0).toBe(coop === 'same-origin')
      for (const { sent, received } of carried)
        expect(`${sent}${received}`).not.toMatch(new RegExp(`permit|Dev USD|approved|${victim.address}`, 'i'))
    })

  test('behavior: a font that arrives late does not discard a press in the window', async ({
    openApp,
    victim,
  }) => {
    const { page, wallet } = await openApp()
    await forgetLimits(wallet)
    await victim.context.route('**/*.woff2', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500))
      await route.continue()
    })
    const permit = await askUnlimitedPermit(page, victim)
    await holdApprove(await openWalletWindow(page, wallet))
    await expect.poll(async () => (await answerTo(page, permit))?.payload).toMatch(/^0x[0-9a-f]{130}$/)
    await victim.context.unroute('**/*.woff2')
  })

  test('behavior: a request in a separated window can be rejected there and in the page; other sites cannot open one', async ({
    openApp,
    victim,
    sites,
    stack,
  }) => {
    const { page, wallet } = await openApp({ path: '/?coop=same-origin' })
    await forgetLimits(wallet)
    const rejected = (id: string, message: string) =>
      expect.poll(async () => (await answerTo(page, id))?.payload).toMatchObject({ code: 4001, message })
    const first = await askUnlimitedPermit(page, victim)
    const opened = await openWalletWindow(page, wallet)
    await Promise.all([opened.waitForEvent('close'), opened.getByRole('button', { name: 'Reject' }).click()])
    await rejected(first, 'User rejected the request.')

    const second = await askUnlimitedPermit(page, victim)
    const late = await openWalletWindow(page, wallet)
    await ask(page, 'RPC_ABORT')
    await rejected(second, 'Request was aborted')
    await late.getByRole('button', { name: 'Reject' }).click()
    await expect(late.getByText('the request has ended')).toBeVisible()
    await late.close()

    // Another visitor's session could store a request too, but a window opened by that page does not show it.
    const evil = await victim.context.newPage()
    await evil.goto(sites.origin('evil'))
    const before = victim.traffic.length
    const letter = 'A'.repeat(43)
    const [strange] = await Promise.all([
      victim.context.waitForEvent('page'),
      evil.evaluate(
        (url) => void window.open(url, '', 'noopener'),
        `${stack.walletUrl}/window#${letter}.${letter}`,
      ),
    ])
    await expect(strange.getByText('has no open request')).toBeVisible()
    expect(victim.traffic.slice(before).filter(({ url }) => url.includes('/window-mailbox'))).toEqual([])
    await strange.close()
    await evil.close()
  })
})
