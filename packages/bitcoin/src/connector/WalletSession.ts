import type { Account, ConnectorEvent } from '@portico/core'
import type { Endpoints } from '../esplora/createEndpoints.ts'
import type { NetworkName } from '../networks/networkNames.ts'
import type { BitcoinWallet } from '../wallets/BitcoinWallet.ts'

/** The state that a connector shares with its provider. */
export interface WalletSession {
  wallet: BitcoinWallet
  endpoints: Endpoints
  /** The accounts since the last connect, switch or change. */
  accounts: readonly Account[]
  network: NetworkName
  emit(event: ConnectorEvent): void
}
