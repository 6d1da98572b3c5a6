import type { CaipNetworkId } from '@portico/protocol'
import type { AccountState } from './AccountState.ts'
import type { Network } from './Network.ts'
import type { Payment, PaymentQuery } from './Payment.ts'
import type { ActivityProvider } from './providers/ActivityProvider.ts'
import type { BalanceProvider } from './providers/BalanceProvider.ts'
import type { NftProvider } from './providers/NftProvider.ts'
import type { ProtectedProvider } from './providers/withCircuitBreakers.ts'
import type { TokenText } from './TokenText.ts'
import type { UtxoSource } from './UtxoSource.ts'
import type { RpcUpstreams } from './upstreams/RpcUpstreams.ts'

/** The networks of one namespace, with their upstreams and data providers. */
export type Namespace = {
  readonly networks: ReadonlyMap<CaipNetworkId, Network>
  /** The upstreams for JSON-RPC requests, by network. */
  readonly upstreams: ReadonlyMap<CaipNetworkId, RpcUpstreams>
  /** In order of preference; the network's own upstreams come last. */
  readonly balances: readonly ProtectedProvider<BalanceProvider>[]
  readonly activity: readonly ProtectedProvider<ActivityProvider>[]
  readonly nfts: readonly ProtectedProvider<NftProvider>[]
  /** Only on networks with unspent transaction outputs. */
  readonly utxos?: UtxoSource
  /**
   * Reads the tokens with these addresses; what is no token is missing. Absent where the module of tokens reads them: on EVM chains.
   *
   * @throws {Error} if the network cannot be read.
   */
  readTokens?(query: {
    chain: CaipNetworkId
    addresses: readonly string[]
    deadline: number
  }): Promise<ReadonlyMap<string, TokenText>>
  /**
   * Returns a version tag that changes when the account's holdings may have changed.
   *
   * @throws {Error} if the network cannot be read.
   */
  stateVersion(query: { chain: CaipNetworkId; account: string; deadline: number }): Promise<string>
  /**
   * Reads an account's current state, for live updates on networks whose blocks are not followed.
   *
   * @throws {Error} if the network cannot be read.
   */
  readState(query: { chain: CaipNetworkId; account: string; deadline: number }): Promise<AccountState>
  /**
   * Returns what a transaction paid an account in one asset; undefined if it is not in a block, has failed or paid nothing.
   *
   * @throws {Error} if the network cannot be read.
   */
  readPayment(query: PaymentQuery): Promise<Payment | undefined>
  /** Whether the network's upstreams answer. Rejects if they fail. */
  isWell(query: { chain: CaipNetworkId; deadline: number }): Promise<boolean>
}
