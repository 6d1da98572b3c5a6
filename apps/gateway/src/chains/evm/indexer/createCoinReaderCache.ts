import type { UpstreamViews } from '../chain/UpstreamViews.ts'
import type { CoinReader } from './coins/CoinReader.ts'
import { findCoinReader } from './coins/findCoinReader.ts'

/** The best `CoinReader` of a chain, detected at most once an hour. */
export type CoinReaderCache = {
  /** Returns the reader of the latest detection; undefined if the account's transfers have to be read from blocks. */
  of(account: string): CoinReader | undefined
  /**
   * Detects what the upstreams support, unless that has been done within the last hour.
   *
   * @throws {UpstreamsFailedError} if no upstream answers.
   */
  refresh(query: { head: number; deadline: number }): Promise<void>
}

const ttlMs = 3_600_000

/** Creates the cache of one chain. */
export function createCoinReaderCache({ upstreams }: { upstreams: UpstreamViews }): CoinReaderCache {
  let reader: CoinReader | undefined
  let detection: { at: number; done: Promise<unknown> } | undefined
  return {
    of: (account) => (reader?.serves?.(account) === false ? undefined : reader),
    async refresh({ head, deadline }) {
      if (!detection || detection.at < Date.now() - ttlMs) {
        const done = findCoinReader({ upstreams, head, deadline }).then((found) => {
          reader = found
        })
        detection = { at: Date.now(), done }
        done.catch(() => {
          detection = undefined
        })
      }
      await detection.done
    },
  }
}
