import type { CaipNetworkId } from '@portico/protocol'
import { Problem } from '../../../infra/http/Problem.ts'
import type { Position } from '../../shared/activity/cursor.ts'
import type { Chain } from '../../shared/Chain.ts'
import type { ActivityProvider } from '../../shared/providers/ActivityProvider.ts'
import type { Indexer } from '../indexer/Indexer.ts'
import type { IndexStore } from '../indexer/IndexStore.ts'
import { createChainReader } from './createChainReader.ts'

/** Provides the activity of EVM accounts from the index, which is extended as needed. */
export function chainActivity({
  chains,
  indexers,
  store,
}: {
  chains: ReadonlyMap<CaipNetworkId, Chain>
  indexers: ReadonlyMap<CaipNetworkId, Indexer>
  store: IndexStore
}): ActivityProvider {
  return {
    id: 'chain',
    serves: (chain) => chains.has(chain) && indexers.has(chain),
    cost: 1,
    rate: null,
    async open({ chain: id, account, from: given, limit, until, deadline }) {
      const chain = chains.get(id) as Chain
      const indexer = indexers.get(id) as Indexer
      const head = await indexer.update({ account, deadline })
      if (given && !(await indexer.isCanonical(given.anchor, { deadline }))) throw new Problem('cursor-stale')
      // The first page starts at the newest block, so that later blocks do not shift the following pages.
      const from: Position = given ?? { block: head.number + 1, index: 0, anchor: head }
      const reader = createChainReader({ chain, indexer, store, account, from, limit, until, deadline })
      return { reader, from }
    },
  }
}
