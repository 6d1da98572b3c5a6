import type { Connector } from '@portico/core'
import type { CreateConnectorFn } from '@wagmi/core'
import { toWagmiConnector } from '../bridge/toWagmiConnector.ts'

/**
 * Makes a connector for wagmi's `createConfig` from one of the kit, such as an embedded wallet.
 *
 * @example
 * createConfig({ connectors: [toConnector(connector)], chains, transports })
 */
export function toConnector(connector: Connector): CreateConnectorFn {
  return toWagmiConnector(connector) as unknown as CreateConnectorFn
}
