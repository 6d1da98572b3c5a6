import type { CaipNetworkId } from '@portico/protocol'
import type { Chain } from '../../shared/Chain.ts'
import { createHeadFollower } from '../heads/createHeadFollower.ts'
import type { Heads } from '../heads/Heads.ts'
import type { Indexer } from './Indexer.ts'

/** Reads the hash of a chain's newest block. */
export type HeadReader = (chain: Chain, options: { deadline: number }) => Promise<string>

/**
 * Creates a reader that follows each chain that is requested, so that later reads need no request. Development chains are
 * always read from the upstream.
 */
export function createHeadReader({
  heads,
  indexers,
}: {
  heads: ReadonlyMap<CaipNetworkId, Heads>
  indexers: ReadonlyMap<CaipNetworkId, Indexer>
}): { read: HeadReader; close(): void } {
  const follower = createHeadFollower({ heads })
  return {
    async read(chain, { deadline }) {
      const current = follower.current(chain)
      if (current) return current.hash
      const found = await indexers.get(chain.id)?.head({ deadline })
      return found?.hash ?? ''
    },
    close: follower.close,
  }
}
