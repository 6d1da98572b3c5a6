import { createEmbeddedProvider, type EmbeddedOptions, getEmbeddedInfo } from '@portico/embedded'
import type { CreateConnectorFn } from 'wagmi'
import { createProviderConnector } from './bridge/createProviderConnector.ts'

/**
 * Creates a connector of the embedded wallet for wagmi's `createConfig`, for applications with another wallet kit. Connecting
 * opens a modal that asks for an e-mail address. Its networks are the chains of the config. With `WagmiAdapter`, set `walletUrl`
 * in `createAppKit` instead.
 *
 * @example
 * import { authConnector } from '@portico/wagmi'
 * import { createConfig, http } from 'wagmi'
 * import { mainnet } from 'wagmi/chains'
 *
 * const config = createConfig({
 *   chains: [mainnet],
 *   transports: { [mainnet.id]: http() },
 *   connectors: [authConnector({ walletUrl: 'https://wallet.example.org', projectId: 'my-app' })],
 * })
 */
export function authConnector(options: EmbeddedOptions): CreateConnectorFn {
  return createProviderConnector({
    ...getEmbeddedInfo(options),
    createProvider: (chains) => createEmbeddedProvider({ networks: chains, ...options }),
  }) as unknown as CreateConnectorFn
}
