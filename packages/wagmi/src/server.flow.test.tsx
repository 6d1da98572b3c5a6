import { createKit } from '@portico/core'
import { base, mainnet } from '@portico/core/networks'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  type Config,
  cookieStorage,
  cookieToInitialState,
  createStorage,
  useConnection,
  WagmiProvider,
} from 'wagmi'
import { WagmiAdapter } from './WagmiAdapter.ts'

afterEach(() => vi.restoreAllMocks())

const projectId = 'local'
const networks = [mainnet, base] as const
const createAdapter = () =>
  new WagmiAdapter({ networks, projectId, ssr: true, storage: createStorage({ storage: cookieStorage }) })

const ada = '0x00000000000000000000000000000000000000Ad'

/** The cookie of a visitor whose wallet is connected, as wagmi's `cookieStorage` writes it. */
const connectedCookie = (address: string) =>
  `wagmi.store=${JSON.stringify({
    state: {
      chainId: 8453,
      connections: {
        __type: 'Map',
        value: [
          [
            'uid',
            {
              accounts: [address],
              chainId: 8453,
              connector: { id: 'dev.one', name: 'One', type: 'injected', uid: 'uid' },
            },
          ],
        ],
      },
      current: 'uid',
    },
    version: 3,
  })}`

function Address() {
  const { address, chainId } = useConnection()
  return <p>{`${address ?? 'nobody'} on ${chainId ?? 'nothing'}`}</p>
}

/** Renders a page as AppKit's documentation for Next has it. */
function renderPage(config: () => Config, cookie: string | null): string {
  const initialState = cookieToInitialState(config(), cookie)
  return renderToString(
    <WagmiProvider config={config()} initialState={initialState}>
      <QueryClientProvider client={new QueryClient()}>
        <Address />
      </QueryClientProvider>
    </WagmiProvider>,
  )
}

describe('WagmiAdapter on a server', () => {
  test('behavior: each visitor sees their own account', () => {
    const adapter = createAdapter()
    createKit({ adapters: [adapter], networks, projectId, logLevel: 'silent' })
    const log = vi.spyOn(console, 'error')
    const render = (cookie: string | null) => renderPage(() => adapter.wagmiConfig as Config, cookie)
    expect(render(connectedCookie(ada))).toContain(`${ada} on 8453`)
    expect(render(null)).toContain('nobody on nothing')
    expect(render(connectedCookie(ada.replace('Ad', 'bC')))).toContain('bC on 8453')
    expect(log).not.toHaveBeenCalled()
  })

  test('behavior: a config that is stored in a module shows no account to the next visitor, and logs an error', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const config = createAdapter().wagmiConfig
    // The module has been loaded long before the first page is rendered.
    await undefined
    expect(renderPage(() => config, connectedCookie(ada))).toContain(`${ada} on 8453`)
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(renderPage(() => config, null)).toContain('nobody on nothing')
    expect(log).not.toHaveBeenCalled()
    renderPage(() => config, connectedCookie(ada))
    expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('hydrated for two visitors'))
  })

  test('behavior: the chains are the networks of eip155', () => {
    const adapter = createAdapter()
    expect(adapter.wagmiChains.map(({ id }) => id)).toEqual([1, 8453])
    expect(adapter.wagmiConfig.chains).toEqual(adapter.wagmiChains)
    expect(adapter.namespace.id).toBe('eip155')
  })

  test('error: no network of eip155', () => {
    expect(() => new WagmiAdapter({ networks: [], projectId })).toThrow(
      'The networks of WagmiAdapter must include one of eip155.',
    )
  })

  test('param: pendingTransactionsFilter says that it has no effect', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    new WagmiAdapter({ networks, projectId, pendingTransactionsFilter: { enable: true } })
    expect(JSON.stringify(warn.mock.calls)).toContain('`pendingTransactionsFilter` has no effect.')
  })
})
