import type { CaipNetworkId } from '@portico/protocol'
import type { FeeRates, Utxo } from '@portico/protocol/gateway'

/** Knows what transfers are built of where coins are outputs of transactions. */
export type UtxoSource = {
  /**
   * What an address can spend, confirmed or waiting: up to 1000, the largest first.
   *
   * @throws {BaseError} if the network cannot be asked.
   */
  list(query: { chain: CaipNetworkId; account: string; deadline: number }): Promise<Utxo[]>
  /**
   * What transactions pay now.
   *
   * @throws {BaseError} if the network cannot be asked.
   */
  rates(query: { chain: CaipNetworkId; deadline: number }): Promise<FeeRates>
}
