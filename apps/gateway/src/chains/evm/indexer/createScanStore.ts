import type { Kysely } from 'kysely'
import type { Database } from '../../../infra/database/openDatabase.ts'
import type { Tables } from '../../../infra/database/Tables.ts'
import { type Interval, joinIntervals } from '../blocks/intervals.ts'
import type { ScanStore } from './IndexStore.ts'
import { putCoinTransfers, putTransactions, putTransfers, putUserOperations } from './putRows.ts'
import { toCoinRow, toOperationRow, toTransactionRow, toTransferRow } from './rows.ts'
import { coinScope, wholeChain } from './scopes.ts'
import { writeInEpoch } from './writeInEpoch.ts'

/** Creates the store of scanned block ranges. */
export function createScanStore({ database }: { database: Database }): ScanStore {
  return {
    intervals: ({ chain, scope }) => readIntervals(database, chain, scope),
    saveTransfers: ({ chain, range, covered, epoch, account, transfers, operations }) =>
      writeInEpoch({
        database,
        chain,
        epoch,
        scope: account,
        run: async (transaction) => {
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
          await transaction
            .deleteFrom('user_operations')
            .where('chain', '=', chain)
            .where('block_number', '>=', range.from)
            .where('block_number', '<=', range.to)
            .where('sender', '=', account)
            .execute()
          await putUserOperations(
            transaction,
            operations.map((operation) => toOperationRow(chain, operation)),
          )
          if (covered) await addInterval(transaction, chain, account, covered)
        },
      }),
    saveTransactions: ({ chain, range, covered, epoch, scope, transactions }) =>
      writeInEpoch({
        database,
        chain,
        epoch,
        scope,
        run: async (transaction) => {
          if (scope === wholeChain)
            await transaction
              .deleteFrom('transactions')
              .where('chain', '=', chain)
              .where('block_number', '>=', range.from)
              .where('block_number', '<=', range.to)
              .execute()
          await putTransactions(
            transaction,
            transactions.map((entry) =>
              toTransactionRow(chain, {
                ...entry,
                status: null,
                created: null,
                hasCode: null,
                operations: [],
              }),
            ),
          )
          if (covered) await addInterval(transaction, chain, scope, covered)
        },
      }),
    saveCoins: ({ chain, range, covered, epoch, account, transfers }) =>
      writeInEpoch({
        database,
        chain,
        epoch,
        scope: coinScope(account),
        run: async (transaction) => {
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
          if (covered) await addInterval(transaction, chain, coinScope(account), covered)
        },
      }),
    async completeTransactions({ chain, epoch, transactions }) {
      const rows = transactions.map((entry) => toTransactionRow(chain, entry))
      await writeInEpoch({
        database,
        chain,
        epoch,
        scope: 'receipts',
        run: (transaction) => putTransactions(transaction, rows),
      })
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
