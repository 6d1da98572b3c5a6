import type { CaipNetworkId } from '@portico/protocol'
import type { FeeRates, Utxo } from '@portico/protocol/gateway'

/** Provides what wallets need to build a transfer from unspent transaction outputs. */
export type UtxoSource = {
  /**
   * Returns the unspent outputs of an address, confirmed and pending: up to 1000, largest first.
   *
   * @throws {BaseError} if the network cannot be read.
   */
  list(query: { chain: CaipNetworkId; account: string; deadline: number }): Promise<Utxo[]>
  /**
   * Returns the current fee rates, in satoshis per virtual byte.
   *
   * @throws {BaseError} if the network cannot be read.
   */
  rates(query: { chain: CaipNetworkId; deadline: number }): Promise<FeeRates>
}
