import type { Account, Connection, Connector, Kit } from '@portico/core'
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
  /** The state of the kit, once there is one. */
  store?: Kit['store'] | undefined
}

/** Returns the kit's connection; undefined while there is no kit. */
export function getKitConnection({ store }: Bridge): Connection | undefined {
  return store && (store.getState().connections.eip155 ?? { status: 'disconnected' })
}
