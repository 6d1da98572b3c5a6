// @vitest-environment node

import type { KeyValueStorage } from '@portico/core'
import { fakeNamespace, fakeWallet, memoryStorage } from '@portico/core/testing'
// @ts-expect-error jsdom brings no types
import { JSDOM } from 'jsdom'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** Renders both buttons and calls every hook. */
function App({ portico }: { portico: typeof import('./index.ts') }) {
  const account = portico.useAppKitAccount()
  const network = portico.useAppKitNetwork()
  const state = portico.useAppKitState()
  const theme = portico.useAppKitTheme()
  const event = portico.useAppKitEvents()
  const session = portico.useAppKitSession()
  const provider = portico.useAppKitProvider('eip155')
  const { walletInfo } = portico.useWalletInfo()
  portico.useAppKit()
  portico.useDisconnect()
  portico.useAppKitBalance()
  portico.useAppKitSIWX()
  return (
    <main>
      <portico.AppKitButton />
      <portico.AppKitNetworkButton />
      <p id="status">{`${account.status} ${account.address}`}</p>
      <p>{`${network.caipNetwork?.name} ${state.selectedNetworkId} ${state.initialized} ${theme.themeMode}`}</p>
      <p>{`${event.timestamp} ${session.status} ${provider.walletProviderType} ${walletInfo?.name}`}</p>
    </main>
  )
}

/** Renders a page with a fresh copy of the module, as each visit has. */
async function page(storage?: KeyValueStorage) {
  vi.resetModules()
  const portico = await import('./index.ts')
  const { base, mainnet } = await import('./networks.ts')
  const wallet = fakeWallet()
  wallet.granted = true
  portico.createAppKit({
    projectId: 'test',
    networks: [mainnet, base],
    adapters: [{ namespace: fakeNamespace([wallet]).namespace }],
    logLevel: 'silent',
    storage,
  })
  return <App portico={portico} />
}

describe('rendering on a server', () => {
  test('behavior: every entry point can be imported without a window', async () => {
    expect(typeof window).toBe('undefined')
    const entries = await Promise.all([
      import('./index.ts'),
      import('./networks.ts'),
      import('./siwe.ts'),
      import('./walletButton.ts'),
      import('@portico/core'),
      import('@portico/core/networks'),
      import('@portico/core/data'),
      import('@portico/core/switchNetwork'),
    ])
    for (const entry of entries) expect(Object.keys(entry).length).toBeGreaterThan(0)
  })

  test('behavior: renders the disconnected state and the button labels', async () => {
    const html = renderToString(await page())
    expect(html).toContain('Connect Wallet')
    expect(html).toContain('Ethereum')
    expect(html).toContain('undefined undefined')
  })

  test.each([
    ['nothing', {}, 'disconnected undefined'],
    [
      'a wallet on Base',
      {
        '@appkit/eip155:connected_connector_id': 'dev.fake',
        '@appkit/active_caip_network_id': 'eip155:8453',
        '@appkit/connection_status': 'connected',
      },
      'connected 0x',
    ],
  ])('behavior: hydrates without warnings with %s stored', async (_, stored, expected) => {
    const html = renderToString(await page())
    const dom = new JSDOM(`<!doctype html><div id="root">${html}</div>`, { url: 'https://app.test' })
    const window = dom.window as Window & typeof globalThis
    for (const name of [
      'document',
      'location',
      'HTMLElement',
      'HTMLIFrameElement',
      'Element',
      'Node',
      'customElements',
      'ShadowRoot',
      'MutationObserver',
      'StorageEvent',
      'CSSStyleSheet',
      'getComputedStyle',
    ] as const) {
      vi.stubGlobal(name, window[name as keyof typeof window])
    }
    vi.stubGlobal('window', window)
    const warnings: unknown[] = []
    const listen = (...values: unknown[]) => void warnings.push(values.map(String).join(' '))
    const error = vi.spyOn(console, 'error').mockImplementation(listen)
    const warn = vi.spyOn(console, 'warn').mockImplementation(listen)
    const app = await page(memoryStorage(stored))
    const { hydrateRoot } = await import('react-dom/client')
    const container = window.document.getElementById('root') as HTMLElement
    // Without act(): the page renders asynchronously as in a browser, and React does not warn about updates.
    const root = hydrateRoot(container, app, {
      onRecoverableError: (problem) => warnings.push(String(problem)),
    })
    await vi.waitFor(() => expect(container.querySelector('#status')?.textContent).toContain(expected))
    expect(warnings).toEqual([])
    root.unmount()
    // Let React finish its scheduled work, which needs `window`, before the globals are restored.
    for (let tick = 0; tick < 3; tick++) await new Promise((resolve) => setImmediate(resolve))
    error.mockRestore()
    warn.mockRestore()
  })
})
