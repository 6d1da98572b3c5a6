import type { Adapter } from '@portico/core'
import { type Config, type CreateConfigParameters, createConfig, type Transport } from 'wagmi'
import { connect, reconnect } from 'wagmi/actions'
import { type AdapterOptions, createAdapter } from './bridge/createAdapter.ts'
import type { Wagmi } from './bridge/Wagmi.ts'

/** The options of {@link WagmiAdapter}: those of the kit, and all of wagmi's `createConfig`. */
export type WagmiAdapterParameters = Partial<Omit<CreateConfigParameters, keyof AdapterOptions | 'chains'>> &
  AdapterOptions & {
    /** By chain ID. Default: `customRpcUrls`, the gateway, and the chain's own URLs. */
    transports?: Record<number, Transport> | undefined
  }

/**
 * The adapter of applications that use wagmi, for the `adapters` option. It creates the wagmi config, whose state is the
 * truth of the `eip155` connection: what wagmi's hooks and the modal do is the same connection.
 *
 * On a server, `wagmiConfig` is a new config each time it is read, because one visitor's account must not be rendered for
 * another.
 *
 * @throws NoEvmNetworkError if `networks` has none of `eip155`.
 * @example
 * import { createAppKit } from '@portico/react'
 * import { base, mainnet } from '@portico/react/networks'
 * import { WagmiAdapter } from '@portico/wagmi'
 * import { WagmiProvider } from 'wagmi'
 *
 * const networks = [mainnet, base] as const
 * const wagmiAdapter = new WagmiAdapter({ networks, projectId: 'local' })
 * createAppKit({ adapters: [wagmiAdapter], networks, projectId: 'local' })
 * // <WagmiProvider config={wagmiAdapter.wagmiConfig}>…</WagmiProvider>
 */
export class WagmiAdapter implements Adapter {
  readonly #adapter: ReturnType<typeof createAdapter>

  constructor(parameters: WagmiAdapterParameters) {
    this.#adapter = createAdapter(wagmi, createConfig as never, parameters as never)
  }

  /** The namespace `eip155`. */
  get namespace(): Adapter['namespace'] {
    return this.#adapter.namespace
  }

  /** The config, for `WagmiProvider` and wagmi's actions. */
  get wagmiConfig(): Config {
    return this.#adapter.config as unknown as Config
  }

  /** The chains of the config. */
  get wagmiChains(): Config['chains'] {
    return this.#adapter.chains as Config['chains']
  }
}

const wagmi = { connect, reconnect } as unknown as Wagmi
