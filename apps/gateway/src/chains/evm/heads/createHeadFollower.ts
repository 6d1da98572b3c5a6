import type { CaipNetworkId } from '@portico/protocol'
import type { Chain } from '../../shared/Chain.ts'
import { isDevelopmentChain } from '../../shared/isDevelopmentChain.ts'
import type { Head, Heads } from './Heads.ts'

/** Follows the chains that are asked for. */
export type HeadFollower = {
  /**
   * Returns the newest block, and follows the chain for the next minute. Undefined while it is not known yet, and always for
   * development chains: they mine a transaction immediately before its sender reads the state.
   */
  current(chain: Pick<Chain, 'id' | 'reference'>): Head | undefined
  close(): void
}

/** A chain is followed this long after it was last asked for. */
const followMs = 60_000

/** Creates a follower of the newest blocks, so that what depends on them need not ask the upstream for them. */
export function createHeadFollower({ heads }: { heads: ReadonlyMap<CaipNetworkId, Heads> }): HeadFollower {
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
    current(chain) {
      const head = heads.get(chain.id)
      if (!head || isDevelopmentChain(chain)) return undefined
      follow(chain.id, head)
      return head.current()
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
