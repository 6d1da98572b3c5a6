import { sql } from 'kysely'
import type { Database } from '../../../infra/database/openDatabase.ts'
import type { TokenTransfer } from '../../shared/activity/TokenTransfer.ts'
import type { CoinTransfer } from './coins/CoinReader.ts'
import type { ActivityQueries } from './IndexStore.ts'
import { fromCoinRow, fromTransactionRow, fromTransferRow } from './rows.ts'

/** Creates the queries over the index. */
export function createActivityQueries({ database }: { database: Database }): ActivityQueries {
  return {
    async countRows({ chain, account, limit }) {
      let total = 0
      for (const table of ['transfers', 'coin_transfers', 'user_operations'] as const)
        for (const party of table === 'user_operations' ? ['sender'] : ['sender', 'recipient']) {
          if (total >= limit) return total
          const { rows } = await sql<{ count: number | string }>`
            select count(*) as count from (
              select 1 from ${sql.table(table)} where chain = ${chain} and ${sql.ref(party)} = ${account} limit ${limit}
            ) as part`.execute(database)
          total += Number(rows[0]?.count ?? 0)
        }
      return total
    },
    async activity({ chain, account, before, notBelow, limit }) {
      type Source = 'transactions' | 'transfers' | 'coin_transfers' | 'user_operations'
      const part = (table: Source, party: 'sender' | 'recipient') => {
        const hash = table === 'transactions' ? 'hash' : 'tx_hash'
        // `distinct`: a transaction may have many transfers, but the limit counts transactions.
        return sql`select * from (
          select distinct block_number, tx_index, ${sql.ref(hash)} as hash, block_hash from ${sql.table(table)}
          where chain = ${chain} and ${sql.ref(party)} = ${account} and block_number >= ${notBelow}
            and (block_number, tx_index) < (${before.block}, ${before.index})
          order by block_number desc, tx_index desc limit ${limit}
        ) as part`
      }
      // `union` removes duplicates. Each part has its own limit, so that it reads only a few rows of its index.
      const { rows } = await sql<{
        block_number: number
        tx_index: number
        hash: string
        block_hash: string
      }>`
        ${part('transactions', 'sender')} union ${part('transactions', 'recipient')}
        union ${part('transfers', 'sender')} union ${part('transfers', 'recipient')}
        union ${part('coin_transfers', 'sender')} union ${part('coin_transfers', 'recipient')}
        union ${part('user_operations', 'sender')}
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
