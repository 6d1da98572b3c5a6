import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/openDatabase.ts'
import type { Tables } from '../database/Tables.ts'
import type { TokenTransfer } from './decodeTransfers.ts'
import { type Interval, joinIntervals } from './intervals.ts'
import type { BlockTransaction, KnownTransaction } from './readBlocks.ts'
import { fromTransactionRow, fromTransferRow, toTransactionRow, toTransferRow } from './rows.ts'

/** A block by number and hash. */
export type BlockId = { number: number; hash: string }

/** Where a transaction stands in a chain. */
export type ActivityRow = { blockNumber: number; txIndex: number; hash: string; blockHash: string }

/** Coverage of all transactions of a chain, whoever's they are. */
export const everyone = '*'

export type IndexStore = {
  /** Highest first. */
  anchors(chain: string): Promise<BlockId[]>
  addAnchors(entry: { chain: string; anchors: readonly BlockId[] }): Promise<void>
  /** Forgets what was read above a block; with `block` -1 everything of the chain, contracts included. */
  rollback(entry: { chain: string; block: number }): Promise<void>
  intervals(query: { chain: string; scope: string }): Promise<Interval[]>
  /**
   * Writes what was read of `range`, in place of what was there, and remembers `covered` as read, all or nothing.
   * `isCurrent` is asked inside the transaction; if it says no, nothing is written and the answer is false.
   */
  saveTransfers(entry: Scan & { account: string; transfers: readonly TokenTransfer[] }): Promise<boolean>
  saveTransactions(
    entry: Scan & { scope: string; transactions: readonly BlockTransaction[] },
  ): Promise<boolean>
  /** Adds what receipts say. */
  completeTransactions(entry: { chain: string; transactions: readonly KnownTransaction[] }): Promise<void>
  /** Transactions of an account before a place and not below a block, newest first, each once. */
  activity(query: {
    chain: string
    account: string
    before: { block: number; index: number }
    notBelow: number
    limit: number
  }): Promise<ActivityRow[]>
  transactions(query: { chain: string; hashes: readonly string[] }): Promise<Map<string, KnownTransaction>>
  /** Transfers of an account, by transaction. */
  transfers(query: {
    chain: string
    account: string
    hashes: readonly string[]
  }): Promise<Map<string, TokenTransfer[]>>
  /** ERC-20 contracts an account had transfers of, latest first. */
  seenTokens(query: { chain: string; account: string; limit: number }): Promise<string[]>
  /** NFTs an account has received, latest first. */
  seenNfts(query: { chain: string; account: string; limit: number }): Promise<SeenNft[]>
}

export type SeenNft = { token: string; tokenId: string; standard: 'erc721' | 'erc1155' }

type Scan = {
  chain: string
  range: Interval
  covered: Interval | undefined
  isCurrent: () => boolean
}

const rowsPerInsert = 500
const keptAnchors = 500

/** What was read of the chains, in SQL. */
export function createIndexStore({ database }: { database: Database }): IndexStore {
  return {
    async anchors(chain) {
      return database
        .selectFrom('anchors')
        .select(['number', 'hash'])
        .where('chain', '=', chain)
        .orderBy('number', 'desc')
        .execute()
    },
    async addAnchors({ chain, anchors }) {
      await database.transaction().execute(async (transaction) => {
        for (const { number, hash } of anchors)
          await transaction
            .insertInto('anchors')
            .values({ chain, number, hash })
            .onConflict((conflict) => conflict.columns(['chain', 'number']).doUpdateSet({ hash }))
            .execute()
        // The first block is never forgotten: it tells whether this is still the same chain at all.
        await sql`delete from anchors where chain = ${chain} and number > 0 and number not in
          (select number from anchors where chain = ${chain} order by number desc limit ${keptAnchors})`.execute(
          transaction,
        )
      })
    },
    async rollback({ chain, block }) {
      await database.transaction().execute(async (transaction) => {
        await transaction
          .deleteFrom('transfers')
          .where('chain', '=', chain)
          .where('block_number', '>', block)
          .execute()
        await transaction
          .deleteFrom('transactions')
          .where('chain', '=', chain)
          .where('block_number', '>', block)
          .execute()
        await transaction
          .deleteFrom('anchors')
          .where('chain', '=', chain)
          .where('number', '>', block)
          .execute()
        await transaction
          .deleteFrom('intervals')
          .where('chain', '=', chain)
          .where('from_block', '>', block)
          .execute()
        await transaction
          .updateTable('intervals')
          .set({ to_block: block })
          .where('chain', '=', chain)
          .where('to_block', '>', block)
          .execute()
        if (block >= 0) return
        // Another chain under the same id: what contracts said of themselves is void, too.
        await transaction.deleteFrom('tokens').where('chain', '=', chain).execute()
        await transaction.deleteFrom('nft_metadata').where('chain', '=', chain).execute()
      })
    },
    intervals: ({ chain, scope }) => readIntervals(database, chain, scope),
    async saveTransfers({ chain, range, covered, isCurrent, account, transfers }) {
      return database.transaction().execute(async (transaction) => {
        if (!isCurrent()) return false
        await transaction
          .deleteFrom('transfers')
          .where('chain', '=', chain)
          .where('block_number', '>=', range.from)
          .where('block_number', '<=', range.to)
          .where((where) => where.or([where('sender', '=', account), where('recipient', '=', account)]))
          .execute()
        for (const part of parts(transfers)) {
          await transaction
            .replaceInto('transfers')
            .values(part.map((transfer) => toTransferRow(chain, transfer)))
            .execute()
        }
        if (covered) await addInterval(transaction, chain, account, covered)
        return true
      })
    },
    async saveTransactions({ chain, range, covered, isCurrent, scope, transactions }) {
      return database.transaction().execute(async (transaction) => {
        if (!isCurrent()) return false
        if (scope === everyone)
          await transaction
            .deleteFrom('transactions')
            .where('chain', '=', chain)
            .where('block_number', '>=', range.from)
            .where('block_number', '<=', range.to)
            .execute()
        for (const part of parts(transactions)) {
          await transaction
            .replaceInto('transactions')
            .values(part.map((entry) => toTransactionRow(chain, { ...entry, status: null, created: null })))
            .execute()
        }
        if (covered) await addInterval(transaction, chain, scope, covered)
        return true
      })
    },
    async completeTransactions({ chain, transactions }) {
      for (const part of parts(transactions))
        await database
          .replaceInto('transactions')
          .values(part.map((entry) => toTransactionRow(chain, entry)))
          .execute()
    },
    async activity({ chain, account, before, notBelow, limit }) {
      const part = (table: 'transactions' | 'transfers', party: 'sender' | 'recipient') => {
        const hash = table === 'transactions' ? 'hash' : 'tx_hash'
        // `distinct`, as a transaction may have many transfers: the limit counts transactions.
        return sql`select * from (
          select distinct block_number, tx_index, ${sql.ref(hash)} as hash, block_hash from ${sql.table(table)}
          where chain = ${chain} and ${sql.ref(party)} = ${account} and block_number >= ${notBelow}
            and (block_number, tx_index) < (${before.block}, ${before.index})
          order by block_number desc, tx_index desc limit ${limit}
        ) as part`
      }
      // `union` removes duplicates. Each part is limited by itself, so that each is a short walk along its index.
      const { rows } = await sql<{
        block_number: number
        tx_index: number
        hash: string
        block_hash: string
      }>`
        ${part('transactions', 'sender')} union ${part('transactions', 'recipient')}
        union ${part('transfers', 'sender')} union ${part('transfers', 'recipient')}
        order by block_number desc, tx_index desc limit ${limit}`.execute(database)
      return rows.map((row) => ({
        blockNumber: row.block_number,
        txIndex: row.tx_index,
        hash: row.hash,
        blockHash: row.block_hash,
      }))
    },
    async transactions({ chain, hashes }) {
      const rows =
        hashes.length === 0
          ? []
          : await database
              .selectFrom('transactions')
              .selectAll()
              .where('chain', '=', chain)
              .where('hash', 'in', hashes)
              .execute()
      return new Map(rows.map((row) => [row.hash, fromTransactionRow(row)]))
    },
    async transfers({ chain, account, hashes }) {
      const rows =
        hashes.length === 0
          ? []
          : await database
              .selectFrom('transfers')
              .selectAll()
              .where('chain', '=', chain)
              .where('tx_hash', 'in', hashes)
              .where((where) => where.or([where('sender', '=', account), where('recipient', '=', account)]))
              .orderBy('log_index')
              .orderBy('sub_index')
              .execute()
      const found = new Map<string, TokenTransfer[]>()
      for (const transfer of rows.map(fromTransferRow))
        found.set(transfer.txHash, [...(found.get(transfer.txHash) ?? []), transfer])
      return found
    },
    async seenTokens({ chain, account, limit }) {
      const { rows } = await sql<{ token: string }>`
        select token, max(block_number) as latest from transfers
        where chain = ${chain} and standard = 'erc20' and (sender = ${account} or recipient = ${account})
        group by token order by latest desc limit ${limit}`.execute(database)
      return rows.map(({ token }) => token)
    },
    async seenNfts({ chain, account, limit }) {
      const { rows } = await sql<{ token: string; token_id: string; standard: 'erc721' | 'erc1155' }>`
        select token, token_id, standard, max(block_number) as latest from transfers
        where chain = ${chain} and recipient = ${account} and standard in ('erc721', 'erc1155')
        group by token, token_id, standard order by latest desc, token, token_id limit ${limit}`.execute(
        database,
      )
      return rows.map(({ token, token_id, standard }) => ({ token, tokenId: token_id, standard }))
    },
  }
}

async function readIntervals(database: Kysely<Tables>, chain: string, scope: string): Promise<Interval[]> {
  const rows = await database
    .selectFrom('intervals')
    .select(['from_block', 'to_block'])
    .where('chain', '=', chain)
    .where('scope', '=', scope)
    .execute()
  return rows.map(({ from_block, to_block }) => ({ from: from_block, to: to_block }))
}

async function addInterval(
  database: Kysely<Tables>,
  chain: string,
  scope: string,
  added: Interval,
): Promise<void> {
  const joined = joinIntervals([...(await readIntervals(database, chain, scope)), added])
  await database.deleteFrom('intervals').where('chain', '=', chain).where('scope', '=', scope).execute()
  await database
    .insertInto('intervals')
    .values(joined.map(({ from, to }) => ({ chain, scope, from_block: from, to_block: to })))
    .execute()
}

function* parts<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += rowsPerInsert)
    yield items.slice(start, start + rowsPerInsert)
}
