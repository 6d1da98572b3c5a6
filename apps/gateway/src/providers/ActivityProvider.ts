import type { CaipNetworkId } from '@portico/protocol'
import type { ChainReader } from '../modules/history/createChainReader.ts'
import type { Place } from '../modules/history/cursor.ts'
import type { Provider } from './Provider.ts'

/** Says what accounts did. */
export type ActivityProvider = Provider & {
  /**
   * Opens the list of an account, newest first.
   *
   * @param query.from where the list was left; undefined = at the newest block of now.
   * @param query.limit how many entries will be asked for.
   * @param query.until until when may be searched on, given how many entries there are.
   * @throws {HttpProblem} `cursor-stale` if what was given out before `from` is no longer part of the chain.
   * @throws {Error} if it cannot say; the next provider is asked.
   */
  open(query: {
    chain: CaipNetworkId
    account: string
    from: Place | undefined
    limit: number
    until: (found: number) => number
    deadline: number
  }): Promise<{ reader: ChainReader; from: Place }>
}
