import type { CaipNetworkId } from '@portico/protocol'
import type { Chain } from '../../chain/Chain.ts'
import { HttpProblem } from '../../http/HttpProblem.ts'
import type { Indexer } from '../../indexer/createIndexer.ts'
import type { IndexStore } from '../../indexer/store.ts'
import type { ActivityProvider } from '../../providers/ActivityProvider.ts'
import { createChainReader } from './createChainReader.ts'
import type { Place } from './cursor.ts'

/** Activity from plain nodes, through the index. */
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
    async open({ chain: id, account, from: known, limit, until, deadline }) {
      const chain = chains.get(id) as Chain
      const indexer = indexers.get(id) as Indexer
      const head = await indexer.update({ account, deadline })
      if (known && !(await indexer.isCanonical(known.anchor, { deadline })))
        throw new HttpProblem('cursor-stale')
      // A new list ends at the block that is the newest now: what comes later is not slipped in between.
      const from: Place = known ?? { block: head.number + 1, index: 0, anchor: head }
      const reader = createChainReader({ chain, indexer, store, account, from, limit, until, deadline })
      return { reader, from }
    },
  }
}
