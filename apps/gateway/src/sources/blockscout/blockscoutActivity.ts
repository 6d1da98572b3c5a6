import { BaseError, type CaipNetworkId } from '@portico/protocol'
import type * as z from 'zod/mini'
import { describeTransaction } from '../../chains/evm/activity/describeTransaction.ts'
import { mayBeBatch } from '../../chains/evm/batches/mayBeBatch.ts'
import { entryPoint, readOperationResults } from '../../chains/evm/batches/readOperationResults.ts'
import type { ActivityReader, Entry } from '../../chains/shared/activity/ActivityReader.ts'
import type { Position } from '../../chains/shared/activity/cursor.ts'
import type { KnownTransaction, OperationResult } from '../../chains/shared/activity/KnownTransaction.ts'
import type { Chain } from '../../chains/shared/Chain.ts'
import type { ActivityProvider } from '../../chains/shared/providers/ActivityProvider.ts'
import { Problem } from '../../infra/http/Problem.ts'
import type { BlockscoutClient } from './createBlockscoutClient.ts'
import {
  blockAnswer,
  blocksAnswer,
  internalsAnswer,
  logsAnswer,
  type TransactionAnswer,
  tokenTransfersAnswer,
  transactionAnswer,
  transactionsAnswer,
} from './schemas.ts'
import { toCoinTransfer, toKnownTransaction, toTokenTransfer } from './toActivity.ts'

const maxPages = 10
/** Concurrent requests for transaction details. */
const concurrent = 5

/**
 * Provides activity from Blockscout. Transactions, token transfers and internal transactions are separate lists there;
 * they are read down to the same block and merged by transaction.
 */
export function blockscoutActivity({
  client,
  chains,
}: {
  client: BlockscoutClient
  chains: ReadonlyMap<CaipNetworkId, Chain>
}): ActivityProvider {
  type Query = { chain: Chain; account: string; deadline: number }

  async function hashOf({ id }: Chain, number: number, deadline: number): Promise<string> {
    const block = await client.get({ chain: id, path: `/blocks/${number}`, schema: blockAnswer, deadline })
    return block.hash.toLowerCase()
  }

  async function readHead({ id }: Chain, deadline: number): Promise<Position> {
    const search = { type: 'block' }
    const query = { chain: id, path: '/blocks', search, schema: blocksAnswer, deadline }
    const [newest] = (await client.get(query)).items
    if (!newest) throw new BaseError(`Blockscout of ${id} returned no blocks.`)
    return {
      block: newest.height + 1,
      index: 0,
      anchor: { number: newest.height, hash: newest.hash.toLowerCase() },
    }
  }

  /** Reads a list downwards from block `top`; `floor` is the lowest block that is complete. */
  async function readList<
    Item extends { block_number?: number | null | undefined; block?: number | null | undefined },
  >(
    { chain, account, deadline }: Query,
    list: string,
    schema: z.ZodMiniType<{ items: Item[]; next_page_params?: Record<string, unknown> | null | undefined }>,
    top: number,
  ): Promise<{ items: Item[]; floor: number }> {
    const items: Item[] = []
    let search: Record<string, string | number> = { block_number: top, index: 0, items_count: 50 }
    for (let count = 0; count < maxPages; count++) {
      const path = `/addresses/${account}/${list}`
      const page = await client.get({ chain: chain.id, path, search, schema, deadline })
      items.push(...page.items)
      const next = page.next_page_params
      const last = items.at(-1)
      if (!next || !last) return { items, floor: 0 }
      const [first] = items
      if (first && blockOf(first) > blockOf(last)) return { items, floor: blockOf(last) + 1 }
      search = toSearch(next)
    }
    throw new BaseError(`Blockscout of ${chain.id} has too many entries in one block.`)
  }

  async function readDetails(query: Query, hashes: readonly string[]): Promise<TransactionAnswer[]> {
    const found: TransactionAnswer[] = []
    for (let start = 0; start < hashes.length; start += concurrent) {
      const part = hashes.slice(start, start + concurrent)
      found.push(
        ...(await Promise.all(
          part.map((hash) =>
            client.get({
              chain: query.chain.id,
              path: `/transactions/${hash}`,
              schema: transactionAnswer,
              deadline: query.deadline,
            }),
          ),
        )),
      )
    }
    return found
  }

  /** Reads the user operations that a transaction has executed. */
  async function readOperations(
    { chain, deadline }: Query,
    { hash, recipient, selector, sender }: KnownTransaction,
  ): Promise<OperationResult[]> {
    if (recipient !== entryPoint || !mayBeBatch({ recipient, selector, sender })) return []
    const path = `/transactions/${hash}/logs`
    const logs: Parameters<typeof readOperationResults>[0][number][] = []
    let search: Record<string, string | number> = {}
    for (let count = 0; count < maxPages; count++) {
      const page = await client.get({ chain: chain.id, path, search, schema: logsAnswer, deadline })
      logs.push(
        ...page.items.map(({ address, index, ...log }) => ({
          ...log,
          address: address.hash,
          logIndex: index,
        })),
      )
      if (!page.next_page_params) break
      search = toSearch(page.next_page_params)
    }
    return readOperationResults(logs)
  }

  /** Reads the entries below a position, newest first, down to the block `floor`. */
  async function readPage(query: Query, position: Position): Promise<{ entries: Entry[]; floor: number }> {
    // Lists start at block boundaries: entries that have been returned already are filtered out below.
    const top = position.index === 0 ? position.block : position.block + 1
    const [listed, moved, inner] = await Promise.all([
      readList(query, 'transactions', transactionsAnswer, top),
      readList(query, 'token-transfers', tokenTransfersAnswer, top),
      readList(query, 'internal-transactions', internalsAnswer, top),
    ])
    const floor = Math.max(listed.floor, moved.floor, inner.floor)
    const isAboveFloor = (item: Parameters<typeof blockOf>[0]) => blockOf(item) >= floor
    const transfers = groupBy(moved.items.filter(isAboveFloor), (item) => item.transaction_hash)
    const coins = groupBy(
      inner.items.filter(
        (item) => isAboveFloor(item) && item.success && item.value !== '0' && item.index > 0,
      ),
      (item) => item.transaction_hash,
    )
    const known = new Map(listed.items.filter(isAboveFloor).map((item) => [item.hash, item]))
    const { account, chain } = query
    // User operations are other accounts' transactions; EntryPoint's call of the account is in each.
    const operated = inner.items
      .filter(({ from, to }) => from.hash.toLowerCase() === entryPoint && to?.hash.toLowerCase() === account)
      .filter(isAboveFloor)
      .map((item) => item.transaction_hash)
    const missing = [...new Set([...transfers.keys(), ...coins.keys(), ...operated])].filter(
      (hash) => !known.has(hash),
    )
    for (const item of await readDetails(query, missing)) known.set(item.hash, item)

    const isOwn = ({ sender, recipient }: { sender: string; recipient: string }) =>
      sender === account || recipient === account
    const entries: Entry[] = []
    for (const item of known.values()) {
      const found = toKnownTransaction(item)
      if (!found || !isBefore(found, position)) continue
      const transaction = { ...found, operations: await readOperations(query, found) }
      const described = describeTransaction({
        transaction,
        transfers: (transfers.get(item.hash) ?? []).flatMap(toTokenTransfer(transaction)).filter(isOwn),
        innerCoins: (coins.get(item.hash) ?? []).map(toCoinTransfer(transaction)).filter(isOwn),
        account,
        chainId: Number(chain.reference),
      })
      const { blockNumber: block, txIndex: index } = transaction
      const after = { block, index, anchor: { number: block, hash: '' } }
      if (described) entries.push({ chain, transaction, described, after })
    }
    entries.sort((a, b) => b.after.block - a.after.block || b.after.index - a.after.index)
    return { entries, floor }
  }

  function createReader(query: Query, from: Position, until: (found: number) => number): ActivityReader {
    let position = from
    let found = 0
    let isEnd = position.block === 0
    const ready: Entry[] = []
    return {
      async peek() {
        for (;;) {
          const entry = ready[0]
          if (entry) return { kind: 'entry', entry }
          if (isEnd) return { kind: 'end' }
          if (found > 0 && Date.now() >= until(found)) return { kind: 'incomplete', after: position }
          const { entries, floor } = await readPage(query, position)
          ready.push(...entries)
          position = { ...position, block: floor, index: 0 }
          isEnd = floor === 0
        }
      },
      take() {
        ready.shift()
        found++
      },
      // The lists contain no block hashes, so the one for the cursor is read separately.
      async resolvePosition(position) {
        const { number, hash } = position.anchor
        if (hash !== '') return position
        return { ...position, anchor: { number, hash: await hashOf(query.chain, number, query.deadline) } }
      },
    }
  }

  return {
    id: 'blockscout',
    serves: (chain) => client.serves(chain) && chains.has(chain),
    cost: 4,
    rate: 10,
    async open({ chain: id, account, from, until, deadline }) {
      const chain = chains.get(id) as Chain
      if (from && (await hashOf(chain, from.anchor.number, deadline)) !== from.anchor.hash)
        throw new Problem('cursor-stale')
      const position = from ?? (await readHead(chain, deadline))
      return { reader: createReader({ chain, account, deadline }, position, until), from: position }
    },
  }
}

function toSearch(next: Record<string, unknown>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(next).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [],
    ),
  )
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

function blockOf({
  block_number,
  block,
}: {
  block_number?: number | null | undefined
  block?: number | null | undefined
}): number {
  return block_number ?? block ?? 0
}

function isBefore(
  { blockNumber, txIndex }: { blockNumber: number; txIndex: number },
  position: Position,
): boolean {
  return blockNumber < position.block || (blockNumber === position.block && txIndex < position.index)
}
