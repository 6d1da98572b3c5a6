import type { ConnectorEvent, Network } from '@portico/core'
import type { CaipNetworkId } from '@portico/protocol'
import type { Commitment } from '../Commitment.ts'

/** The state that a connector shares with its provider. */
export interface WalletSession {
  wallet: object
  commitment: Commitment
  /** The application's networks, of all namespaces. */
  networks: readonly Network[]
  /** The network since the last connect or switch. */
  networkId: CaipNetworkId | undefined
  /** The active account since the last connect or change. */
  address: string | undefined
  /**
   * Returns the wallet's own object for an address.
   *
   * @throws {RpcError} 4100 if the wallet does not share the account.
   */
  account(address: string | undefined): object
  emit(event: ConnectorEvent): void
  subscribe(listener: (event: ConnectorEvent) => void): () => void
}
