// @vitest-environment node

import { PassThrough } from 'node:stream'
import type { KeyValueStorage } from '@portico/core'
import { deferred, fakeNamespace, fakeWallet, memoryStorage } from '@portico/core/testing'
// @ts-expect-error jsdom brings no types
import { JSDOM } from 'jsdom'
import { type ReactNode, Suspense, use } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
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
      import('./ssr.ts'),
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
    openBrowser(html)
    const app = await page(memoryStorage(stored))
    await hydrate(app, (container) =>
      expect(container.querySelector('#status')?.textContent).toContain(expected),
    )
  })
})

const seen: string[] = []

function Facts({ portico, gate }: { portico: typeof import('./index.ts'); gate?: Promise<void> }) {
  if (gate) use(gate)
  const { status } = portico.useAppKitAccount()
  const { caipNetworkId } = portico.useAppKitNetwork()
  const { initialized } = portico.useAppKitState()
  const facts = `${status} ${caipNetworkId} ${initialized}`
  seen.push(facts)
  return (
    <main>
      <portico.AppKitButton />
      <p id="facts">{facts}</p>
    </main>
  )
}

describe('AppKitProvider with initialState', () => {
  const onBase = 'dev.fake; injected'
  const cookie = (values: Record<string, string>) =>
    Object.entries(values)
      .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
      .join('; ')
  const ada = cookie({
    '@appkit/eip155:connected_connector_id': 'dev.fake',
    '@appkit/active_caip_network_id': 'eip155:8453',
    '@appkit/connection_status': 'connected',
  })
  const bob = cookie({ '@appkit/active_caip_network_id': 'eip155:1' })
  const options = async (storage?: KeyValueStorage) => {
    const { base, mainnet } = await import('./networks.ts')
    const wallet = fakeWallet()
    wallet.granted = true
    wallet.networkId = 'eip155:8453'
    return {
      projectId: 'test',
      networks: [mainnet, base] as const,
      adapters: [{ namespace: fakeNamespace([wallet]).namespace }],
      logLevel: 'silent' as const,
      storage,
    }
  }

  test('behavior: a server renders interleaved visitors, each with the own state', async () => {
    const portico = await import('./index.ts')
    const { cookieToInitialState } = await import('./ssr.ts')
    const shared = await options()
    const start = (header: string | undefined) => {
      const gate = deferred<void>()
      const html = new Promise<string>((resolve, reject) => {
        const out = new PassThrough()
        const chunks: string[] = []
        out.on('data', (chunk) => chunks.push(String(chunk)))
        out.on('end', () => resolve(chunks.join('')))
        const { pipe } = renderToPipeableStream(
          <portico.AppKitProvider
            {...shared}
            initialState={header === undefined ? undefined : cookieToInitialState(header)}
          >
            <Facts portico={portico} />
            <Suspense>
              <Facts portico={portico} gate={gate.promise} />
            </Suspense>
          </portico.AppKitProvider>,
          { onAllReady: () => pipe(out), onError: reject },
        )
      })
      return { open: gate.resolve, html }
    }
    const visitors = [ada, bob, undefined, ada].map(start)
    // The rest of each page is rendered after the first part of all, in another order.
    for (const { open } of visitors.toReversed()) open()
    const pages = await Promise.all(visitors.map(({ html }) => html))
    const facts = pages.map((html) => [...html.matchAll(/id="facts">([^<]*)</g)].map(([, text]) => text))
    expect(facts).toEqual([
      Array(2).fill('reconnecting eip155:8453 true'),
      Array(2).fill('disconnected eip155:1 true'),
      Array(2).fill('undefined eip155:1 false'),
      Array(2).fill('reconnecting eip155:8453 true'),
    ])
    // Nothing of a visitor stays in the instance.
    expect(JSON.stringify(portico.getAppKit()?.scope.kit.store.getState())).not.toContain('dev.fake')
  })

  test('behavior: hydration shows nothing else before the wallet is connected again, and warns of nothing', async () => {
    vi.resetModules()
    const server = await import('./index.ts')
    const { cookieToInitialState, cookieStorage } = await import('./ssr.ts')
    const initialState = cookieToInitialState(ada)
    const draw = async (portico: typeof server, storage?: KeyValueStorage) => (
      <portico.AppKitProvider {...(await options(storage))} initialState={initialState}>
        <Facts portico={portico} />
      </portico.AppKitProvider>
    )
    const html = renderToString(await draw(server))
    const { document } = openBrowser(html)
    for (const pair of ada.split('; ')) document.cookie = pair
    vi.resetModules()
    const client = await import('./index.ts')
    seen.length = 0
    await hydrate(await draw(client, cookieStorage()), (container) =>
      expect(container.querySelector('#facts')?.textContent).toBe('connected eip155:8453 true'),
    )
    expect([...new Set(seen)]).toEqual(['reconnecting eip155:8453 true', 'connected eip155:8453 true'])
  })

  test('behavior: only what a server needs is in cookies, and what was stored before is copied', async () => {
    const { document, localStorage } = openBrowser('')
    const { cookieStorage, cookieToInitialState } = await import('./ssr.ts')
    localStorage.setItem('@appkit/connection_status', 'connected')
    const storage = cookieStorage()
    expect(storage.getItem('@appkit/connection_status')).toBe('connected')
    storage.setItem('@appkit-wallet/EMAIL', 'ada@example.org')
    storage.setItem('@appkit/connections', 'x'.repeat(5000))
    storage.setItem('@appkit/solana:connected_connector_id', 'Wallet; Path=/ädmin')
    expect(cookieToInitialState(document.cookie)).toEqual({
      '@appkit/connection_status': 'connected',
      '@appkit/solana:connected_connector_id': 'Wallet; Path=/ädmin',
    })
    expect(storage.getItem('@appkit-wallet/EMAIL')).toBe('ada@example.org')
    storage.removeItem('@appkit/solana:connected_connector_id')
    expect(storage.getItem('@appkit/solana:connected_connector_id')).toBeNull()
    expect(document.cookie).not.toMatch(/EMAIL|connections=|Wallet/)
  })

  test.each([
    [null],
    [undefined],
    [''],
    [';;=;=a;%'],
    ['%40appkit%2Factive_caip_network_id=%E0%A4%A'],
    ['__proto__=x; constructor=y; @appkit/__proto__:connected_connector_id=z'],
    [cookie({ '@appkit/eip155:connected_connector_id': 'x'.repeat(201) })],
    [cookie({ '@appkit/eip155:connected_connector_id': 'a\u202eb' })],
    [cookie({ '@appkit/evil:connected_connector_id': 'dev.fake', session: 'secret' })],
    [`${'a=b;'.repeat(20_000)}${ada}`],
  ])('error: cookies that are hostile or malformed are ignored: %j', async (header) => {
    const { cookieToInitialState } = await import('./ssr.ts')
    expect(cookieToInitialState(header)).toEqual({})
  })

  test('error: values that fit no network or namespace of the application change nothing', async () => {
    vi.resetModules()
    const portico = await import('./index.ts')
    const hostile = {
      '@appkit/active_caip_network_id': 'eip155:999999',
      '@appkit/solana:connected_connector_id': onBase,
      '@appkit/connected_namespaces': '<script>',
    }
    const html = renderToString(
      <portico.AppKitProvider {...(await options())} initialState={hostile}>
        <Facts portico={portico} />
      </portico.AppKitProvider>,
    )
    expect(html).toContain('disconnected eip155:1 true')
  })
})

/** Makes a browser's globals of a page with the markup of a server. */
function openBrowser(html: string): Window & typeof globalThis {
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
    'localStorage',
    'addEventListener',
  ] as const) {
    vi.stubGlobal(name, window[name as keyof typeof window])
  }
  vi.stubGlobal('window', window)
  return window
}

/** Hydrates the page until it shows what is expected, and requires that React warns of nothing. */
async function hydrate(app: ReactNode, expectShown: (container: HTMLElement) => void): Promise<void> {
  const warnings: unknown[] = []
  const listen = (...values: unknown[]) => void warnings.push(values.map(String).join(' '))
  const error = vi.spyOn(console, 'error').mockImplementation(listen)
  const warn = vi.spyOn(console, 'warn').mockImplementation(listen)
  const { hydrateRoot } = await import('react-dom/client')
  const container = window.document.getElementById('root') as HTMLElement
  // Without act(): the page renders asynchronously as in a browser, and React does not warn about updates.
  const root = hydrateRoot(container, app, {
    onRecoverableError: (problem) => warnings.push(String(problem)),
  })
  await vi.waitFor(() => expectShown(container))
  expect(warnings).toEqual([])
  root.unmount()
  // Let React finish its scheduled work, which needs `window`, before the globals are restored.
  for (let tick = 0; tick < 3; tick++) await new Promise((resolve) => setImmediate(resolve))
  error.mockRestore()
  warn.mockRestore()
}
