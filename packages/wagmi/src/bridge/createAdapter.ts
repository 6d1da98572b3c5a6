import { type Adapter, type CustomRpcUrl, type NetworkInput, reportWithoutEffect } from '@portico/core'
import type { ConnectionAccess } from '@portico/core/internal'
import { evm } from '@portico/evm'
import type { Chain, Transport } from 'viem'
import { createBridge } from './createBridge.ts'
import { createTransport } from './createTransport.ts'
import { NoEvmNetworkError } from './errors.ts'
import { guardServerConfig } from './guardServerConfig.ts'
import type { Wagmi, WagmiConfig } from './Wagmi.ts'

/** Bundlers put `'development'` or `'production'` in place of `process.env.NODE_ENV`. */
declare const process: { env: { NODE_ENV?: string } }

/** The options of the adapter, besides those of `createConfig`. */
export interface AdapterOptions {
  /** The networks, of which those of `eip155` become the chains of the config. At least one. */
  networks: readonly NetworkInput[]
  /** The project ID, as in `createAppKit`. */
  projectId: string
  /** RPC URLs by CAIP-2 ID, used before the gateway and the defaults of the network. Default: none. */
  customRpcUrls?: Readonly<Record<string, readonly CustomRpcUrl[]>> | undefined
  /** The URL of the gateway. Default: that of `createAppKit`. */
  gatewayUrl?: string | undefined
  /** Whether wallets may announce themselves (EIP-6963). Default: true. */
  multiInjectedProviderDiscovery?: boolean | undefined
  /** @deprecated No effect: transactions are followed by their hash. */
  pendingTransactionsFilter?: { enable: boolean; pollingInterval?: number | undefined } | undefined
}

type AnyConfigOptions = { client?: unknown; transports?: Record<number, Transport>; [name: string]: unknown }

/** What both entries, for `wagmi` and for `@wagmi/core`, make the adapter of. */
export function createAdapter(
  wagmi: Wagmi,
  createConfig: (options: AnyConfigOptions) => WagmiConfig,
  options: AdapterOptions & AnyConfigOptions,
): {
  readonly namespace: Adapter['namespace']
  readonly config: WagmiConfig
  readonly chains: readonly Chain[]
} {
  const {
    networks,
    projectId,
    customRpcUrls,
    gatewayUrl,
    multiInjectedProviderDiscovery = true,
    pendingTransactionsFilter,
    transports: own,
    ...rest
  } = options
  if (pendingTransactionsFilter) sayWithoutEffect()
  const [first, ...others] = networks.filter(isEvm) as unknown as Chain[]
  if (!first) throw new NoEvmNetworkError()
  const chains = [first, ...others] as const
  let kit: ConnectionAccess | undefined
  const transports: Record<number, Transport> = { ...own }
  const addTransport = (chainId: number) => {
    transports[chainId] ??= createTransport(chainId, {
      projectId,
      customRpcUrls,
      gatewayUrl,
      getKit: () => kit,
    })
  }
  for (const { id } of chains) addTransport(id)

  const create = () =>
    createConfig({
      ...rest,
      chains,
      // The kit discovers wallets, with what each of them may be called.
      multiInjectedProviderDiscovery: false,
      ...(rest.client === undefined && { transports }),
    })

  // A config that is shared on a server would show the account of one visitor to the next.
  if (typeof window === 'undefined')
    return {
      namespace: evm(),
      chains,
      get config() {
        return guardServerConfig(create())
      },
    }

  const config = create()
  const namespace = createBridge(wagmi, config, {
    isDiscovering: multiInjectedProviderDiscovery,
    addTransport,
    onKit: (followed) => {
      kit = followed
    },
  })
  return {
    namespace,
    config,
    get chains() {
      return config.chains
    },
  }
}

function sayWithoutEffect(): void {
  try {
    if (process.env.NODE_ENV !== 'production')
      reportWithoutEffect('pendingTransactionsFilter', 'Transactions are followed by their hash.')
  } catch {
    // A page without a bundler has no `process`.
  }
}

const isEvm = ({ chainNamespace = 'eip155' }: NetworkInput) => chainNamespace === 'eip155'
