import type { Account, Connection, Connector } from '@portico/core'
import type { ConnectionAccess } from '@portico/core/internal'
import type { Wagmi, WagmiConfig, WagmiConnector } from './Wagmi.ts'

/** A connector as both sides hold it. */
export interface BridgedConnector {
  /** The kit's, which goes through wagmi. */
  kit: Connector
  /** wagmi's, as it is set up in the config. */
  wagmi: WagmiConnector
  /** The accounts as the wallet returned them last, for their types. */
  accounts: readonly Account[]
}

/** What the parts of the bridge share: the config, and the connectors that both sides know. */
export interface Bridge {
  readonly wagmi: Wagmi
  readonly config: WagmiConfig
  /** By the ID of the connector, which is the same on both sides. */
  readonly connectors: Map<string, BridgedConnector>
  /** Lists a connector that the application has set up in wagmi. */
  addForeign(connector: WagmiConnector): void
  /** Gives a chain that is added later the transport of those that the application has configured none for. */
  addTransport(chainId: number): void
  /** Access to the kit, once the kit is followed. */
  kit?: ConnectionAccess | undefined
}

/** Returns the kit's connection; undefined until the kit is followed. */
export function getKitConnection({ kit }: Bridge): Connection | undefined {
  return kit && (kit.getState().connections.eip155 ?? { status: 'disconnected' })
}
