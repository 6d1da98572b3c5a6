import type { CaipNetworkId } from '@portico/protocol'
import type { ActivityReader } from '../activity/ActivityReader.ts'
import type { Position } from '../activity/cursor.ts'
import type { Provider } from './Provider.ts'

/** Provides the activity of accounts. */
export type ActivityProvider = Provider & {
  /**
   * Opens the activity list of an account, newest first.
   *
   * @param query.from the position to continue at; undefined = the newest block.
   * @param query.limit the number of entries needed.
   * @param query.until until when to search (epoch milliseconds), given the number of entries found so far.
   * @param query.deadline epoch milliseconds.
   * @throws {Problem} `cursor-stale` if the block of `from` is no longer part of the chain.
   * @throws {Error} if the provider fails; the next one is tried.
   */
  open(query: {
    chain: CaipNetworkId
    account: string
    from: Position | undefined
    limit: number
    until: (found: number) => number
    deadline: number
  }): Promise<{ reader: ActivityReader; from: Position }>
}
