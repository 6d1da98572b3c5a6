import type { CaipNetworkId } from '@portico/protocol'
import type { Chain } from '../../chain/Chain.ts'
import { isDevelopmentChain } from '../../chain/isDevelopmentChain.ts'
import type { Heads } from '../../heads/Heads.ts'
import type { Indexer } from '../../indexer/createIndexer.ts'

/** The hash of a chain's newest block. */
export type HeadReader = (chain: Chain, options: { deadline: number }) => Promise<string>

/** How long a chain is followed after somebody asked. */
const followFor = 60_000

/**
 * Knows the newest block without asking where the chain is being followed, and follows chains that are asked about. On a
 * development chain the node is always asked: there a transaction is mined in the moment before its sender looks.
 */
export function createHeadReader({
  heads,
  indexers,
}: {
  heads: ReadonlyMap<CaipNetworkId, Heads>
  indexers: ReadonlyMap<CaipNetworkId, Indexer>
}): { read: HeadReader; close(): void } {
  const followed = new Map<CaipNetworkId, { leave: () => void; timer: NodeJS.Timeout }>()

  function follow(id: CaipNetworkId, head: Heads): void {
    const known = followed.get(id)
    if (known) {
      known.timer.refresh()
      return
    }
    const leave = head.follow(() => undefined)
    const end = () => {
      followed.delete(id)
      leave()
    }
    followed.set(id, { leave, timer: setTimeout(end, followFor).unref() })
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
      for (const { leave, timer } of followed.values()) {
        clearTimeout(timer)
        leave()
      }
      followed.clear()
    },
  }
}
