import type { CaipNetworkId } from '@portico/protocol'
import type { Chain } from '../../shared/Chain.ts'
import { isDevelopmentChain } from '../../shared/isDevelopmentChain.ts'
import type { Heads } from '../heads/Heads.ts'
import type { Indexer } from './Indexer.ts'

/** Reads the hash of a chain's newest block. */
export type HeadReader = (chain: Chain, options: { deadline: number }) => Promise<string>

/** A chain is followed this long after the latest read. */
const followMs = 60_000

/**
 * Creates a reader that follows each chain that is requested, so that later reads need no request. Development chains are
 * always read from the upstream: they mine a transaction immediately before its sender reads the state.
 */
export function createHeadReader({
  heads,
  indexers,
}: {
  heads: ReadonlyMap<CaipNetworkId, Heads>
  indexers: ReadonlyMap<CaipNetworkId, Indexer>
}): { read: HeadReader; close(): void } {
  const followed = new Map<CaipNetworkId, { unfollow: () => void; timer: NodeJS.Timeout }>()

  function follow(id: CaipNetworkId, head: Heads): void {
    const existing = followed.get(id)
    if (existing) {
      existing.timer.refresh()
      return
    }
    const unfollow = head.follow(() => undefined)
    const end = () => {
      followed.delete(id)
      unfollow()
    }
    followed.set(id, { unfollow, timer: setTimeout(end, followMs).unref() })
  }

  return {
    async read(chain, { deadline }) {
      const head = heads.get(chain.id)
      if (head && !isDevelopmentChain(chain)) {
        follow(chain.id, head)
        const current = head.current()
        if (current) return current.hash
      }
      const found = await indexers.get(chain.id)?.head({ deadline })
      return found?.hash ?? ''
    },
    close() {
      for (const { unfollow, timer } of followed.values()) {
        clearTimeout(timer)
        unfollow()
      }
      followed.clear()
    },
  }
}
