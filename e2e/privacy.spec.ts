import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { watchStrangers } from './watchStrangers.ts'

/** What the kit, and the demo's test wallet, may leave behind. */
const documentedKeys = [
  '@appkit/active_namespace',
  '@appkit/active_caip_network_id',
  '@appkit/connected_namespaces',
  '@appkit/connection_status',
  '@appkit/eip155:connected_connector_id',
  '@appkit/eip155:active_caip_network_id',
  '@appkit/client_id',
  '@appkit/recent_wallets',
  '@appkit/portfolio_cache',
  '@appkit/native_balance_cache',
  '@appkit/identity_cache',
  '@appkit/siwx',
  '@appkit/siwx-auth-token',
  '@appkit/siwx-nonce-token',
]

test.describe('privacy', () => {
  test('behavior: nothing leaves the page before the visitor acts; Connect asks its own gateway for wallets alone', async ({
    page,
    demo,
    stack,
  }) => {
    const strangers = watchStrangers(page, [stack.url])
    const response = page.waitForResponse((answer) => answer.request().isNavigationRequest())
    await demo.open()
    const policy = (await response).headers()['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("style-src 'self';")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toMatch(/unsafe-|\*/)
    await page.waitForFunction(() => 'devWallet' in window)
    await page.waitForLoadState('networkidle')
    expect(strangers).toEqual([])
    const stored = await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.startsWith('@appkit/')),
    )
    // A random number, without which two visits to one's own gateway could not be told apart; it has not been sent.
    expect(stored.filter((key) => key !== '@appkit/client_id')).toEqual([])

    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    await expect(demo.view('Connect Wallet').getByRole('button', { name: /^Dev Wallet/ })).toBeVisible()
    await page.waitForLoadState('networkidle')
    // Opening is asking: the list of wallets and their pictures are the gateway's own, and of nobody else.
    expect(strangers.filter((seen) => !seen.startsWith(`request: ${stack.gatewayUrl}/getWallet`))).toEqual([])
  })

  test('behavior: Connect opens with at most five requests, all to the page’s own server', async ({
    page,
    demo,
    stack,
  }) => {
    await demo.open()
    await page.waitForFunction(() => 'devWallet' in window)
    await page.waitForLoadState('networkidle')
    const stands = page.evaluate(async () => {
      const begun = performance.now()
      // Observers hear of the first row before a timer or a frame does, however busy the machine is.
      const ended = await new Promise<number>((resolve) => {
        const watched = new Set<Node>()
        const look = () => {
          const root = document.querySelector('dialog > div')?.shadowRoot
          if (root?.querySelector('[data-testid^=wallet-selector]')) return resolve(performance.now())
          if (root) watch(root)
        }
        const watch = (node: Node) => {
          if (!watched.has(node)) new MutationObserver(look).observe(node, { childList: true, subtree: true })
          watched.add(node)
        }
        watch(document.body)
        look()
      })
      return performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime >= begun && startTime < ended)
        .map(({ name }) => name)
    })
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    const requests = (await stands).filter((url) => !url.startsWith('data:'))
    await expect(demo.view('Connect Wallet').getByRole('button', { name: /^Dev Wallet/ })).toBeVisible()
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(5)
    expect(requests.filter((url) => !url.startsWith(stack.url))).toEqual([])
  })

  test('behavior: a whole visit: own servers alone, no breach of the policy, no inline style, no secret kept', async ({
    page,
    demo,
    stack,
  }) => {
    const strangers = watchStrangers(page, [stack.url, stack.gatewayUrl, ...Object.values(stack.rpcUrls)])
    await page.addInitScript(() => {
      const breaches: string[] = []
      Object.assign(window, { breaches })
      document.addEventListener('securitypolicyviolation', (event) =>
        breaches.push(
          `${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`,
        ),
      )
    })
    await demo.open({ options: { legal: true } })
    await demo.connect()
    await demo.view('Sign In').getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(demo.dialog).toBeHidden()
    await page
      .getByRole('button', { name: /0xf3…b92266/ })
      .first()
      .click()
    const account = demo.view('Account')
    for (const tab of ['Tokens', 'NFTs', 'Activity']) {
      await account.getByRole('tab', { name: tab }).click()
      await expect(account.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible()
      expect(await styleElements(page)).toEqual([])
    }
    await account.getByRole('button', { name: 'Receive' }).click()
    await expect(demo.view('Receive').getByTestId('wui-qr-code')).toBeVisible()
    expect(await styleElements(page)).toEqual([])
    await demo.view('Receive').getByRole('button', { name: 'Back' }).click()
    await account.getByRole('button', { name: 'Account settings' }).click()
    await demo
      .view('Account Settings')
      .getByRole('button', { name: /^Local One/ })
      .click()
    expect(await styleElements(page)).toEqual([])
    await demo
      .view('Choose Network')
      .getByRole('button', { name: /^Local Two/ })
      .click()
    await expect(demo.output('Network')).toContainText('Local Two')

    const stored = await page.evaluate(() => Object.entries(localStorage))
    const keys = stored.map(([key]) => key).filter((key) => key.startsWith('@appkit/'))
    expect(keys.filter((key) => !documentedKeys.includes(key))).toEqual([])
    expect(keys.length).toBeGreaterThan(3)
    for (const [key, value] of stored) {
      expect(value, key).not.toMatch(
        /test test test|junk|ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80/,
      )
    }
    expect(await page.context().cookies()).toEqual([])
    expect(await page.evaluate('window.breaches')).toEqual([])

    // With the connection restored: the page's own origin, its gateway and its nodes.
    await page.reload()
    await expect(demo.output('Status')).toHaveText('connected')
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate('window.breaches')).toEqual([])
    expect(strangers).toEqual([])
  })
})

/**
 * Style elements in the page's shadow roots. What scripts set through the CSSOM stands in `style` attributes as well;
 * one that was written would be a breach of the policy.
 */
function styleElements(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
      [...(shadowRoot?.querySelectorAll('style') ?? [])].map((element) => element.outerHTML.slice(0, 120)),
    ),
  )
}
