import type { Chain } from '../../shared/Chain.ts'
import type { CoinReader } from './coins/CoinReader.ts'
import { findCoinReader } from './coins/findCoinReader.ts'

/** The best `CoinReader` of a chain, detected at most once an hour. */
export type CoinReaderCache = {
  /** Returns the reader of the latest detection; undefined if coin transfers have to be read from blocks. */
  current(): CoinReader | undefined
  /**
   * Detects what the upstreams support, unless that has been done within the last hour.
   *
   * @throws {UpstreamsFailedError} if no upstream answers.
   */
  refresh(query: { head: number; deadline: number }): Promise<void>
}

const ttlMs = 3_600_000

/** Creates the cache of one chain. */
export function createCoinReaderCache({ chain }: { chain: Chain }): CoinReaderCache {
  let reader: CoinReader | undefined
  let detection: { at: number; done: Promise<unknown> } | undefined
  return {
    current: () => reader,
    async refresh({ head, deadline }) {
      if (!detection || detection.at < Date.now() - ttlMs) {
        const done = findCoinReader({ chain, head, deadline }).then((found) => {
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
