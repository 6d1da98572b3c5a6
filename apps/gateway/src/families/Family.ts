import type { CaipNetworkId } from '@portico/protocol'
import type { AccountState } from '../modules/stream/AccountState.ts'
import type { ActivityProvider } from '../providers/ActivityProvider.ts'
import type { BalanceProvider } from '../providers/BalanceProvider.ts'
import type { Guarded } from '../providers/guardAll.ts'
import type { NftProvider } from '../providers/NftProvider.ts'
import type { RpcNodes } from '../upstreams/RpcNodes.ts'
import type { UtxoSource } from './UtxoSource.ts'

/** One network as routes and lists know it. */
export type Network = { readonly id: CaipNetworkId }

/** The networks of one family, and who knows what of them. */
export type Family = {
  readonly networks: ReadonlyMap<CaipNetworkId, Network>
  /** What takes calls of JSON-RPC, by network. */
  readonly nodes: ReadonlyMap<CaipNetworkId, RpcNodes>
  /** In the order they are asked; what the network's own nodes say comes last. */
  readonly balances: readonly Guarded<BalanceProvider>[]
  readonly activity: readonly Guarded<ActivityProvider>[]
  readonly nfts: readonly Guarded<NftProvider>[]
  /** Absent where coins are no outputs of transactions. */
  readonly utxos?: UtxoSource
  /**
   * A text that is another one whenever what an account holds on a network may be.
   *
   * @throws {Error} if the network cannot be asked.
   */
  stateOf(query: { chain: CaipNetworkId; account: string; deadline: number }): Promise<string>
  /**
   * Looks at an account, for live updates of networks whose blocks are not read.
   *
   * @throws {Error} if the network cannot be asked.
   */
  readState(query: { chain: CaipNetworkId; account: string; deadline: number }): Promise<AccountState>
  /** Whether a network answers. */
  isWell(query: { chain: CaipNetworkId; deadline: number }): Promise<boolean>
}
