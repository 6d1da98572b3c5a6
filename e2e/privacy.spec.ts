import type { Page } from '@playwright/test'
import { recordForeignActivity } from './recordForeignActivity.ts'
import { expect, test } from './test.ts'

/** Storage keys that the kit and the demo's test wallet may write. */
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
  '@appkit/ens_cache',
  '@appkit/siwx',
  '@appkit/siwx-auth-token',
  '@appkit/siwx-nonce-token',
]

test.describe('privacy', () => {
  test('behavior: no request before the visitor acts; Connect requests only wallets and features from the own gateway', async ({
    page,
    demo,
    stack,
  }) => {
    const foreignActivity = recordForeignActivity(page, [stack.url])
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
    expect(foreignActivity).toEqual([])
    const stored = await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.startsWith('@appkit/')),
    )
    // A random id that lets the gateway recognise a client; it has not been sent.
    expect(stored.filter((key) => key !== '@appkit/client_id')).toEqual([])

    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    await expect(demo.view('Connect Wallet').getByRole('button', { name: /^Dev Wallet/ })).toBeVisible()
    await page.waitForLoadState('networkidle')
    // Opening the modal requests the wallet list, its images and the project's features from the gateway only.
    const expected = ['getWallet', 'appkit/v1/config'].map((path) => `request: ${stack.gatewayUrl}/${path}`)
    expect(foreignActivity.filter((entry) => !expected.some((start) => entry.startsWith(start)))).toEqual([])
  })

  test('behavior: Connect opens with at most five requests, all to the page’s own server', async ({
    page,
    demo,
    stack,
  }) => {
    await demo.open()
    await page.waitForFunction(() => 'devWallet' in window)
    await page.waitForLoadState('networkidle')
    const requested = page.evaluate(async () => {
      const begun = performance.now()
      // A mutation observer sees the first row before any timer or frame, even on a busy machine.
      const ended = await new Promise<number>((resolve) => {
        const observedNodes = new Set<Node>()
        const checkForFirstRow = () => {
          const root = document.querySelector('dialog > div')?.shadowRoot
          if (root?.querySelector('[data-testid^=wallet-selector]')) return resolve(performance.now())
          if (root) observe(root)
        }
        const observe = (node: Node) => {
          if (!observedNodes.has(node))
            new MutationObserver(checkForFirstRow).observe(node, { childList: true, subtree: true })
          observedNodes.add(node)
        }
        observe(document.body)
        checkForFirstRow()
      })
      return performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime >= begun && startTime < ended)
        .map(({ name }) => name)
    })
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    const requests = (await requested).filter((url) => !url.startsWith('data:'))
    await expect(demo.view('Connect Wallet').getByRole('button', { name: /^Dev Wallet/ })).toBeVisible()
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(5)
    expect(requests.filter((url) => !url.startsWith(stack.url))).toEqual([])
  })

  test('behavior: a whole visit: own servers only, no policy violation, no inline style, no stored secret', async ({
    page,
    demo,
    stack,
  }) => {
    const foreignActivity = recordForeignActivity(page, [
      stack.url,
      stack.gatewayUrl,
      ...Object.values(stack.rpcUrls),
    ])
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

    // After the connection is restored: only the page's origin, its gateway and its nodes.
    await page.reload()
    await expect(demo.output('Status')).toHaveText('connected')
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate('window.breaches')).toEqual([])
    expect(foreignActivity).toEqual([])
  })
})

/**
 * Returns the style elements in the page's shadow roots. `style` attributes are not counted: scripts set them through
 * the CSSOM, and an attribute in markup would violate the policy.
 */
function styleElements(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
      [...(shadowRoot?.querySelectorAll('style') ?? [])].map((element) => element.outerHTML.slice(0, 120)),
    ),
  )
}
