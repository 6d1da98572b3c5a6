import type { Account, ConnectorEvent } from '@portico/core'
import type { Endpoints } from '../esplora/createEndpoints.ts'
import type { NetworkName } from '../networks/bitcoinNetworks.ts'
import type { BitcoinWallet } from '../wallets/BitcoinWallet.ts'

/** What a connector and the provider it gives to applications know together. */
export interface WalletSession {
  wallet: BitcoinWallet
  endpoints: Endpoints
  /** As of the last connect, switch or change. */
  accounts: readonly Account[]
  network: NetworkName
  emit(event: ConnectorEvent): void
}
