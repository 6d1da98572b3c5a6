import { inTransaction } from '@portico/server'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/openDatabase.ts'
import type { Tables } from '../database/Tables.ts'
import type { CoinTransfer } from './coins/CoinReader.ts'
import type { TokenTransfer } from './decodeTransfers.ts'
import { type Interval, joinIntervals } from './intervals.ts'
import { putCoinTransfers, putTransactions, putTransfers } from './putRows.ts'
import type { BlockTransaction, KnownTransaction } from './readBlocks.ts'
import {
  fromCoinRow,
  fromTransactionRow,
  fromTransferRow,
  toCoinRow,
  toTransactionRow,
  toTransferRow,
} from './rows.ts'

/** A block by number and hash. */
export type BlockId = { number: number; hash: string }

/** Where a transaction stands in a chain. */
export type ActivityRow = { blockNumber: number; txIndex: number; hash: string; blockHash: string }

/** Coverage of the coin transfers of an account, where they are found by account. */
export const coinsOf = (account: string): string => `${account} coins`

/** Coverage of all transactions of a chain, whoever's they are. */
export const everyone = '*'

export type IndexStore = {
  /** Highest first. */
  anchors(chain: string): Promise<BlockId[]>
  addAnchors(entry: { chain: string; epoch: number; anchors: readonly BlockId[] }): Promise<void>
  /** Rises with every reorganisation that any process has noticed: what was read under another number is void. */
  epoch(chain: string): Promise<number>
  /**
   * Forgets what was read above a block; with `block` -1 everything of the chain, contracts included.
   *
   * @returns the new epoch; undefined if it is not `epoch` any more, as another process was faster. Then nothing is done.
   */
  rollback(entry: { chain: string; epoch: number; block: number }): Promise<number | undefined>
  intervals(query: { chain: string; scope: string }): Promise<Interval[]>
  /**
   * Writes what was read of `range`, in place of what was there, and remembers `covered` as read, all or nothing.
   * If the chain was reorganised since `epoch`, nothing is written and the answer is false.
   */
  saveTransfers(entry: Scan & { account: string; transfers: readonly TokenTransfer[] }): Promise<boolean>
  saveTransactions(
    entry: Scan & { scope: string; transactions: readonly BlockTransaction[] },
  ): Promise<boolean>
  saveCoins(entry: Scan & { account: string; transfers: readonly CoinTransfer[] }): Promise<boolean>
  /** Adds what receipts say, unless the chain was reorganised since `epoch`. */
  completeTransactions(entry: {
    chain: string
    epoch: number
    transactions: readonly KnownTransaction[]
  }): Promise<void>
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
  /** What contracts sent to or from an account, by transaction. */
  innerCoins(query: {
    chain: string
    account: string
    hashes: readonly string[]
  }): Promise<Map<string, CoinTransfer[]>>
  /** ERC-20 contracts an account had transfers of, latest first. */
  seenTokens(query: { chain: string; account: string; limit: number }): Promise<string[]>
  /** NFTs an account has received, latest first. */
  seenNfts(query: { chain: string; account: string; limit: number }): Promise<SeenNft[]>
}

/** An NFT by its contract, in lower case, and its id. */
export type NftId = { token: string; tokenId: string; standard: 'erc721' | 'erc1155' }

export type SeenNft = NftId & {
  /** Block of the latest time it was received. */
  latest: number
}

type Scan = {
  chain: string
  range: Interval
  covered: Interval | undefined
  /** What `epoch` said before the nodes were asked. */
  epoch: number
}

const keptAnchors = 500

/** What was read of the chains, in SQL. */
export function createIndexStore({ database }: { database: Database }): IndexStore {
  /** Writes what was read under an epoch, if that is still the chain's. False if not. */
  function write(
    { chain, epoch, scope }: { chain: string; epoch: number; scope: string },
    run: (transaction: Kysely<Tables>) => Promise<void>,
  ): Promise<boolean> {
    return inTransaction({
      database,
      // Many may write to a chain at once, but none while it is rolled back; intervals of a scope are joined by one.
      locks: [{ key: `index ${chain}`, shared: true }, { key: `index ${chain} ${scope}` }],
      run: async (transaction) => {
        if ((await readEpoch(transaction, chain)) !== epoch) return false
        await run(transaction)
        return true
      },
    })
  }

  return {
    async anchors(chain) {
      return database
        .selectFrom('anchors')
        .select(['number', 'hash'])
        .where('chain', '=', chain)
        .orderBy('number', 'desc')
        .execute()
    },
    async addAnchors({ chain, epoch, anchors }) {
      await write({ chain, epoch, scope: 'anchors' }, async (transaction) => {
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
    epoch: (chain) => readEpoch(database, chain),
    rollback: ({ chain, epoch, block }) =>
      inTransaction({
        database,
        locks: [{ key: `index ${chain}` }],
        run: async (transaction) => {
          if ((await readEpoch(transaction, chain)) !== epoch) return undefined
          await transaction
            .insertInto('epochs')
            .values({ chain, epoch: epoch + 1 })
            .onConflict((conflict) => conflict.column('chain').doUpdateSet({ epoch: epoch + 1 }))
            .execute()
          await forget(transaction, { chain, block })
          return epoch + 1
        },
      }),
    intervals: ({ chain, scope }) => readIntervals(database, chain, scope),
    saveTransfers: ({ chain, range, covered, epoch, account, transfers }) =>
      write({ chain, epoch, scope: account }, async (transaction) => {
        await transaction
          .deleteFrom('transfers')
          .where('chain', '=', chain)
          .where('block_number', '>=', range.from)
          .where('block_number', '<=', range.to)
          .where((where) => where.or([where('sender', '=', account), where('recipient', '=', account)]))
          .execute()
        await putTransfers(
          transaction,
          transfers.map((transfer) => toTransferRow(chain, transfer)),
        )
        if (covered) await addInterval(transaction, chain, account, covered)
      }),
    saveTransactions: ({ chain, range, covered, epoch, scope, transactions }) =>
      write({ chain, epoch, scope }, async (transaction) => {
        if (scope === everyone)
          await transaction
            .deleteFrom('transactions')
            .where('chain', '=', chain)
            .where('block_number', '>=', range.from)
            .where('block_number', '<=', range.to)
            .execute()
        await putTransactions(
          transaction,
          transactions.map((entry) => toTransactionRow(chain, { ...entry, status: null, created: null })),
        )
        if (covered) await addInterval(transaction, chain, scope, covered)
      }),
    saveCoins: ({ chain, range, covered, epoch, account, transfers }) =>
      write({ chain, epoch, scope: coinsOf(account) }, async (transaction) => {
        await transaction
          .deleteFrom('coin_transfers')
          .where('chain', '=', chain)
          .where('block_number', '>=', range.from)
          .where('block_number', '<=', range.to)
          .where((where) => where.or([where('sender', '=', account), where('recipient', '=', account)]))
          .execute()
        await putCoinTransfers(
          transaction,
          transfers.map((transfer) => toCoinRow(chain, transfer)),
        )
        if (covered) await addInterval(transaction, chain, coinsOf(account), covered)
      }),
    async completeTransactions({ chain, epoch, transactions }) {
      const rows = transactions.map((entry) => toTransactionRow(chain, entry))
      await write({ chain, epoch, scope: 'receipts' }, (transaction) => putTransactions(transaction, rows))
    },
    async activity({ chain, account, before, notBelow, limit }) {
      type Source = 'transactions' | 'transfers' | 'coin_transfers'
      const part = (table: Source, party: 'sender' | 'recipient') => {
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
        union ${part('coin_transfers', 'sender')} union ${part('coin_transfers', 'recipient')}
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
    async innerCoins({ chain, account, hashes }) {
      const rows =
        hashes.length === 0
          ? []
          : await database
              .selectFrom('coin_transfers')
              .selectAll()
              .where('chain', '=', chain)
              .where('tx_hash', 'in', hashes)
              .where('trace', '<>', '')
              .where((where) => where.or([where('sender', '=', account), where('recipient', '=', account)]))
              .orderBy('trace')
              .execute()
      const found = new Map<string, CoinTransfer[]>()
      for (const transfer of rows.map(fromCoinRow))
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
      const { rows } = await sql<{
        token: string
        token_id: string
        standard: 'erc721' | 'erc1155'
        latest: number
      }>`
        select token, token_id, standard, max(block_number) as latest from transfers
        where chain = ${chain} and recipient = ${account} and standard in ('erc721', 'erc1155')
        group by token, token_id, standard order by latest desc, token, token_id limit ${limit}`.execute(
        database,
      )
      return rows.map(({ token, token_id, standard, latest }) => ({
        token,
        tokenId: token_id,
        standard,
        latest: Number(latest),
      }))
    },
  }
}

async function readEpoch(database: Kysely<Tables>, chain: string): Promise<number> {
  const row = await database
    .selectFrom('epochs')
    .select('epoch')
    .where('chain', '=', chain)
    .executeTakeFirst()
  return row?.epoch ?? 0
}

async function forget(
  transaction: Kysely<Tables>,
  { chain, block }: { chain: string; block: number },
): Promise<void> {
  for (const table of ['transfers', 'transactions', 'coin_transfers'] as const)
    await transaction.deleteFrom(table).where('chain', '=', chain).where('block_number', '>', block).execute()
  await transaction.deleteFrom('anchors').where('chain', '=', chain).where('number', '>', block).execute()
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
