import { createKit, getConnected, type Kit, type KitOptions, type NetworkInput } from '@portico/core'
import { memoryStorage } from '@portico/core/testing'
import type * as three from '@wagmi/core'
import type { Config } from '@wagmi/core'
import { type AdapterOptions, createAdapter } from '../bridge/createAdapter.ts'
import { untilHydrated } from '../bridge/untilSettled.ts'
import type { Wagmi, WagmiConfig } from '../bridge/Wagmi.ts'

const network = (id: number): NetworkInput => ({
  id,
  name: `Local ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [`http://localhost:${id}`] } },
})

const one = network(31_337)
export const two = network(31_338)

/** What a browser stores for the page, which outlives the page. */
export const createBrowser = () => ({ storage: memoryStorage() })

export interface OpenPageParameters {
  core: typeof three
  browser?: ReturnType<typeof createBrowser> | undefined
  adapter?: Partial<AdapterOptions> & Record<string, unknown>
  kit?: Partial<KitOptions>
  /** Whether the page has a WagmiProvider. */
  isMounted?: boolean | undefined
}

/** Opens a page with a kit and a wagmi config; closing and opening it again with the same browser is a reload. */
export function openPage({
  core,
  browser = createBrowser(),
  adapter: adapterOptions = {},
  kit: kitOptions = {},
  isMounted = true,
}: OpenPageParameters) {
  const networks = [one, two] as const
  const adapter = createAdapter(
    { connect: core.connect, reconnect: core.reconnect } as unknown as Wagmi,
    core.createConfig as unknown as (options: object) => WagmiConfig,
    {
      networks,
      projectId: 'test',
      storage: core.createStorage({ storage: browser.storage }),
      ...adapterOptions,
    },
  )
  const config = adapter.config as unknown as Config
  const kit = createKit({
    projectId: 'test',
    networks: [one, two],
    adapters: [adapter],
    storage: browser.storage,
    logLevel: 'silent',
    ...kitOptions,
  })
  if (isMounted) void core.hydrate(config, { reconnectOnMount: true }).onMount()
  return {
    adapter,
    browser,
    config,
    core,
    kit,
    /** Resolves once the kit follows the config: then both are hydrated. */
    async isFollowed() {
      await import('../bridge/followConfig.ts')
      await untilHydrated(adapter.config)
    },
    close: () => kit.destroy(),
  }
}

/** Describes both sides in the same form: they are equal if these are. */
export function describeBoth({ kit, config }: { kit: Kit; config: Config }) {
  const connected = getConnected(kit.store.getState(), 'eip155')
  const { state } = config
  const connection = state.current === null ? undefined : state.connections.get(state.current)
  const isConnected = state.status === 'connected' && connection
  return {
    kit: connected
      ? {
          connectorId: connected.connectorId,
          accounts: connected.accounts.map(({ address }) => address),
          networkId: connected.networkId,
        }
      : { networkId: kit.store.getState().activeNetworkIds.eip155 },
    wagmi: isConnected
      ? {
          connectorId: connection.connector.id,
          accounts: connection.accounts,
          networkId: `eip155:${connection.chainId}`,
        }
      : { networkId: `eip155:${state.chainId}` },
  }
}
