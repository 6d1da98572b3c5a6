import type { Connector } from '@portico/core'
import type { CreateConnectorFn } from '@wagmi/core'
import { toWagmiConnector } from '../bridge/toWagmiConnector.ts'

/**
 * Makes a connector for wagmi's `createConfig` from one of the kit, such as an embedded wallet.
 *
 * @example
 * import { createConfig, http } from '@wagmi/core'
 * import { mainnet } from '@wagmi/core/chains'
 * import { toConnector } from '@portico/wagmi/core'
 *
 * const connectors = [toConnector(connector)]
 * const config = createConfig({ chains: [mainnet], transports: { [mainnet.id]: http() }, connectors })
 */
export function toConnector(connector: Connector): CreateConnectorFn {
  return toWagmiConnector(connector) as unknown as CreateConnectorFn
}
