import type { Transaction } from '@portico/protocol/gateway'
import type { Chain } from '../../chain/Chain.ts'
import type { Network } from '../../families/Family.ts'
import type { Indexer } from '../../indexer/createIndexer.ts'
import type { KnownTransaction } from '../../indexer/readBlocks.ts'
import type { ActivityRow, IndexStore } from '../../indexer/store.ts'
import { completeTransactions } from './completeTransactions.ts'
import type { Place } from './cursor.ts'
import { type Described, describeTransaction } from './describeTransaction.ts'

/** One entry of the list, with the place after it: what a writer has yet to name, or written by whoever has read it. */
export type Entry = ReadEntry | WrittenEntry
export type ReadEntry = { chain: Chain; transaction: KnownTransaction; described: Described; after: Place }
export type WrittenEntry = { chain: Network; timestamp: number; written: Transaction; after: Place }

/** What comes next in one chain's list. */
export type Next =
  | { kind: 'entry'; entry: Entry }
  /** Nothing more down to the first block. */
  | { kind: 'end' }
  /** Nothing more in what has been read so far; `after` is how far that is. */
  | { kind: 'unread'; after: Place }

/** Reads the list of one chain from a place on. */
export type ChainReader = {
  peek(): Promise<Next>
  take(): void
  /**
   * Makes a place fit to be given out: names the hash of its block, where that was left open.
   *
   * @throws {Error} if it cannot be asked for now.
   */
  seal(place: Place): Promise<Place>
}

/**
 * The activity of an account on one chain, newest first, from a place on. Reads on in the chain where the index ends,
 * as long as `until` allows.
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
  from: Place
  /** How many entries will be asked for. */
  limit: number
  /** Until when the chain may be read on, given how many entries there are of it. */
  until: (found: number) => number
  deadline: number
}): ChainReader {
  let place = from
  let found = 0
  const ready: ReadEntry[] = []
  /** Where the chain has been read to, once known. */
  let low = Number.POSITIVE_INFINITY

  const query = (notBelow: number, count: number): Promise<ActivityRow[]> =>
    store.activity({ chain: chain.id, account, before: place, notBelow, limit: count })

  async function readOn(): Promise<void> {
    const wanted = limit - found
    low = await indexer.extend({
      account,
      // The place lies before `index`: with 0 its block has been given out whole.
      top: place.index === 0 ? place.block - 1 : place.block,
      what: 'everything',
      async isEnough(low) {
        const count = (await query(low, wanted)).length
        return count >= wanted || Date.now() >= until(found + count)
      },
      until: until(0),
      deadline,
    })
  }

  async function fill(): Promise<Next | undefined> {
    const rows = await query(low, limit)
    if (rows.length === 0) {
      if (low === 0) return { kind: 'end' }
      return { kind: 'unread', after: { ...place, block: low, index: 0 } }
    }
    const hashes = rows.map(({ hash }) => hash)
    const [transactions, transfers, coins] = await Promise.all([
      completeTransactions({ chain, store, rows, deadline }),
      store.transfers({ chain: chain.id, account, hashes }),
      store.innerCoins({ chain: chain.id, account, hashes }),
    ])
    for (const row of rows) {
      place = {
        block: row.blockNumber,
        index: row.txIndex,
        anchor: { number: row.blockNumber, hash: row.blockHash },
      }
      const transaction = transactions.get(row.hash)
      const own = transfers.get(row.hash)?.filter((transfer) => transfer.blockHash === row.blockHash) ?? []
      const innerCoins = coins.get(row.hash)?.filter((transfer) => transfer.blockHash === row.blockHash) ?? []
      const described =
        transaction && describeTransaction({ transaction, transfers: own, innerCoins, account })
      if (described) ready.push({ chain, transaction, described, after: place })
    }
    return undefined
  }

  return {
    async peek() {
      for (;;) {
        const entry = ready[0]
        if (entry) return { kind: 'entry', entry }
        if (place.block === 0 && place.index === 0) return { kind: 'end' }
        // Also after a page of spam: there may be more below.
        if (!Number.isFinite(low) || (low > 0 && Date.now() < until(found))) await readOn()
        const next = await fill()
        if (next) return next
        // Thousands of spam transfers in a row are not looked through in one request.
        if (ready.length === 0 && Date.now() >= until(found)) return { kind: 'unread', after: place }
      }
    },
    take() {
      ready.shift()
      found++
    },
    seal: async (place) => place,
  }
}
