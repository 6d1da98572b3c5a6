import type { ActivityReader, PeekResult, ReadEntry } from '../../shared/activity/ActivityReader.ts'
import type { Position } from '../../shared/activity/cursor.ts'
import type { Chain } from '../../shared/Chain.ts'
import type { Indexer } from '../indexer/Indexer.ts'
import type { ActivityRow, IndexStore } from '../indexer/IndexStore.ts'
import { completeTransactions } from './completeTransactions.ts'
import { describeTransaction } from './describeTransaction.ts'

/**
 * Creates a reader of an account's activity on one EVM chain. Extends the index downwards when its end is reached, as
 * long as `until` allows.
 */
export function createChainReader({
  chain,
  indexer,
  store,
  account,
  from,
  limit,
  until,
  deadline,
}: {
  chain: Chain
  indexer: Indexer
  store: IndexStore
  account: string
  from: Position
  /** The number of entries needed. */
  limit: number
  /** Until when to extend the index (epoch milliseconds), given the number of entries found so far. */
  until: (found: number) => number
  deadline: number
}): ActivityReader {
  let position = from
  let found = 0
  const ready: ReadEntry[] = []
  /** The lowest indexed block; infinite until known. */
  let low = Number.POSITIVE_INFINITY

  const query = (notBelow: number, count: number): Promise<ActivityRow[]> =>
    store.activity({ chain: chain.id, account, before: position, notBelow, limit: count })

  async function extendIndex(): Promise<void> {
    const needed = limit - found
    low = await indexer.extend({
      account,
      // Entries of the position's block from `index` on have been returned; with 0, all of them.
      top: position.index === 0 ? position.block - 1 : position.block,
      what: 'everything',
      async isEnough(low) {
        const count = (await query(low, needed)).length
        return count >= needed || Date.now() >= until(found + count)
      },
      until: until(0),
      deadline,
    })
  }

  async function fill(): Promise<PeekResult | undefined> {
    const rows = await query(low, limit)
    if (rows.length === 0) {
      if (low === 0 || (await indexer.isFull({ account }))) return { kind: 'end' }
      return { kind: 'incomplete', after: { ...position, block: low, index: 0 } }
    }
    const hashes = rows.map(({ hash }) => hash)
    const [transactions, transfers, coins] = await Promise.all([
      completeTransactions({ chain, store, rows, deadline }),
      store.transfers({ chain: chain.id, account, hashes }),
      store.innerCoins({ chain: chain.id, account, hashes }),
    ])
    for (const row of rows) {
      position = {
        block: row.blockNumber,
        index: row.txIndex,
        anchor: { number: row.blockNumber, hash: row.blockHash },
      }
      const transaction = transactions.get(row.hash)
      const own = transfers.get(row.hash)?.filter((transfer) => transfer.blockHash === row.blockHash) ?? []
      const innerCoins = coins.get(row.hash)?.filter((transfer) => transfer.blockHash === row.blockHash) ?? []
      const described =
        transaction &&
        describeTransaction({
          transaction,
          transfers: own,
          innerCoins,
          account,
          chainId: Number(chain.reference),
        })
      if (described) ready.push({ chain, transaction, described, after: position })
    }
    return undefined
  }

  return {
    async peek() {
      for (;;) {
        const entry = ready[0]
        if (entry) return { kind: 'entry', entry }
        if (position.block === 0 && position.index === 0) return { kind: 'end' }
        // Also needed if all rows so far were spam: there may be more below.
        if (!Number.isFinite(low) || (low > 0 && Date.now() < until(found))) await extendIndex()
        const next = await fill()
        if (next) return next
        // Limits the time spent on long runs of spam.
        if (ready.length === 0 && Date.now() >= until(found)) return { kind: 'incomplete', after: position }
      }
    },
    take() {
      ready.shift()
      found++
    },
    resolvePosition: async (position) => position,
  }
}
