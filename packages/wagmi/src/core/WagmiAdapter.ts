import type { Adapter } from '@portico/core'
import {
  type Config,
  type CreateConfigParameters,
  connect,
  createConfig,
  reconnect,
  type Transport,
} from '@wagmi/core'
import { type AdapterOptions, createAdapter } from '../bridge/createAdapter.ts'
import type { Wagmi } from '../bridge/Wagmi.ts'

/** The options of {@link WagmiAdapter}: those of the kit, and all of wagmi's `createConfig`. */
export type WagmiAdapterParameters = Partial<Omit<CreateConfigParameters, keyof AdapterOptions | 'chains'>> &
  AdapterOptions & {
    /** By chain ID. Default: `customRpcUrls`, the gateway, and the chain's own URLs. */
    transports?: Record<number, Transport> | undefined
  }

/**
 * The same as `WagmiAdapter` of `@portico/wagmi`, for applications that use `@wagmi/core` without React.
 *
 * @throws NoEvmNetworkError if `networks` has none of `eip155`.
 * @example
 * import { mainnet } from '@portico/react/networks'
 * import { WagmiAdapter } from '@portico/wagmi/core'
 * import { watchAccount } from '@wagmi/core'
 *
 * const wagmiAdapter = new WagmiAdapter({ networks: [mainnet], projectId: 'local' })
 * watchAccount(wagmiAdapter.wagmiConfig, { onChange: render })
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
