import { BoundedMap } from '@portico/server'
import type { BlockId } from '../../shared/BlockId.ts'
import type { Chain } from '../../shared/Chain.ts'
import { type Interval, nextCoveredBelow } from '../blocks/intervals.ts'
import type { IndexStore } from './IndexStore.ts'

/** The newest blocks are read again for every new head: upstreams behind one URL may differ by a few blocks. */
export const tipBlocks = 3
/** Up to this many new blocks are read together with the tip. */
const maxGap = 1000
const maxTips = 10_000

/** Reads the newest blocks once per scope and head. */
export type TipReader = {
  /** Reads the newest `depth` blocks with `scan`, unless that has been done for this head. */
  read(scope: string, tip: BlockId, scan: (range: Interval) => Promise<boolean>, depth: number): Promise<void>
  /** Returns the range of the latest read; empty after a reorganisation. */
  coverage(scope: string): Interval[]
  clear(): void
}

/** Creates the tip reader of one chain. */
export function createTipReader({
  chain,
  store,
  epoch: currentEpoch,
}: {
  chain: Chain
  store: IndexStore
  epoch: () => number
}): TipReader {
  // A scope that is evicted is read again when it is next requested.
  const tips = new BoundedMap<string, { head: string; epoch: number; range: Interval }>({ max: maxTips })
  return {
    async read(scope, tip, scan, depth) {
      const epoch = currentEpoch()
      if (tips.get(scope)?.head === tip.hash) return
      const intervals = await store.intervals({ chain: chain.id, scope })
      const covered = nextCoveredBelow({ intervals, block: tip.number + 1 })
      const shallow = Math.max(0, tip.number - depth + 1)
      const isNear = covered >= 0 && shallow - covered <= maxGap
      const range = { from: isNear ? Math.min(shallow, covered + 1) : shallow, to: tip.number }
      if (!(await scan(range))) return
      // A map evicts in insertion order; delete first, so that the least recently read scope goes first.
      tips.delete(scope)
      tips.set(scope, { head: tip.hash, epoch, range })
    },
    coverage(scope) {
      const tip = tips.get(scope)
      return tip?.epoch === currentEpoch() ? [tip.range] : []
    },
    clear: () => tips.clear(),
  }
}
