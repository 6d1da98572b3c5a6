import type { CaipNetworkId } from '@portico/protocol'
import type { Provider } from './Provider.ts'

/** Says what assets cost. */
export type PriceProvider = Provider & {
  /**
   * Prices in US dollars.
   *
   * @param query.assets lower-case token addresses, or `native`.
   * @returns those it knows and that are fresh; never a guess.
   * @throws {Error} if it cannot say; the next provider is asked.
   */
  read(query: {
    chain: CaipNetworkId
    assets: readonly string[]
    deadline: number
  }): Promise<Map<string, number>>
}
