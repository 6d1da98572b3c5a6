import type { CaipNetworkId } from '@portico/protocol'
import type { Provider } from './Provider.ts'

/** Provides the prices of assets. */
export type PriceProvider = Provider & {
  /**
   * Returns prices in US dollars per whole token, by asset.
   *
   * @param query.assets canonical token addresses, or `native`.
   * @param query.deadline epoch milliseconds.
   * @returns only prices that are known and recent.
   * @throws {Error} if the provider fails; the next one is tried.
   */
  read(query: {
    chain: CaipNetworkId
    assets: readonly string[]
    deadline: number
  }): Promise<Map<string, number>>
}
