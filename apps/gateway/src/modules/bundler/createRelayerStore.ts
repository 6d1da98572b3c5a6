import { inTransaction } from '@portico/server'
import type { Selectable } from 'kysely'
import type { Database } from '../../infra/database/openDatabase.ts'
import type { Tables } from '../../infra/database/Tables.ts'
import { chainLock } from './chainLock.ts'
import { countLoss } from './sponsorFailures.ts'

/** A stored transaction of the relayer. */
export type RelayerRow = Selectable<Tables['relayer_transactions']>

/** Milliseconds after its inclusion in which a transaction is still looked for, in case the chain is reorganised. */
const settleMs = 15 * 60_000

/** Creates the SQL store of the relayer's transactions. They are first stored with their operations, by `createOperationStore`. */
export function createRelayerStore({ database }: { database: Database }) {
  return {
    /** Lists the hashes of the transactions that contain an operation. */
    async listHashes(operation: string): Promise<string[]> {
      const rows = await database
        .selectFrom('relayer_transactions')
        .select('hash')
        .where('operation', '=', operation)
        .execute()
      return rows.map(({ hash }) => hash)
    },

    /**
     * Lists the transactions of a relayer that may have to be sent again, by nonce. With `isThorough`, also those that were done a short
     * time ago.
     */
    listTransactions: ({
      chain,
      relayer,
      isThorough,
      now,
    }: {
      chain: string
      relayer: string
      isThorough: boolean
      now: number
    }): Promise<RelayerRow[]> =>
      database
        .selectFrom('relayer_transactions')
        .selectAll()
        .where('chain', '=', chain)
        .where('relayer', '=', relayer)
        .where(({ eb, or }) =>
          or([eb('done_at', 'is', null), ...(isThorough ? [eb('done_at', '>', now - settleMs)] : [])]),
        )
        .orderBy('nonce')
        .orderBy('created_at')
        .execute(),

    /** Stores another transaction with the same nonce, unless a newer one than `replaced` is there already. */
    replace({
      replaced,
      signed,
      operation,
      now,
    }: {
      replaced: RelayerRow
      signed: { hash: string; raw: string }
      operation: string | null
      now: number
    }): Promise<boolean> {
      return inTransaction({
        database,
        locks: [chainLock(replaced.chain)],
        run: async (transaction) => {
          const rows = await transaction
            .selectFrom('relayer_transactions')
            .select(['hash', 'created_at'])
            .where('chain', '=', replaced.chain)
            .where('relayer', '=', replaced.relayer)
            .where('nonce', '=', replaced.nonce)
            .execute()
          if (rows.some(({ hash, created_at }) => hash !== replaced.hash && created_at > replaced.created_at))
            return false
          const { chain, relayer, nonce } = replaced
          await transaction
            .insertInto('relayer_transactions')
            .values({
              ...signed,
              chain,
              relayer,
              nonce,
              operation,
              // Later than the one it replaces, whatever the clock says.
              created_at: Math.max(now, replaced.created_at + 1),
            })
            .execute()
          if (operation !== null)
            await transaction
              .updateTable('operations')
              .set({ tx_hash: signed.hash })
              .where('hash', '=', operation)
              .where('state', '=', 'sent')
              .execute()
          return true
        },
      })
    },

    /**
     * Marks all transactions with a nonce as done, or as not done after all.
     *
     * @param lost the one that was included without executing its operation, and what it cost.
     */
    finish({
      row,
      isDone,
      lost,
      now,
    }: {
      row: RelayerRow
      isDone: boolean
      lost?: { hash: string; cost: bigint } | undefined
      now: number
    }): Promise<void> {
      return inTransaction({
        database,
        locks: [chainLock(row.chain)],
        run: async (transaction) => {
          const rows = await transaction
            .selectFrom('relayer_transactions')
            .selectAll()
            .where('chain', '=', row.chain)
            .where('relayer', '=', row.relayer)
            .where('nonce', '=', row.nonce)
            .execute()
          if (rows.every(({ done_at }) => (done_at !== null) === isDone)) return
          await transaction
            .updateTable('relayer_transactions')
            .set({ done_at: isDone ? now : null, cost: null })
            .where('chain', '=', row.chain)
            .where('relayer', '=', row.relayer)
            .where('nonce', '=', row.nonce)
            .execute()
          for (const { cost, operation } of rows)
            if (cost !== null && operation !== null)
              await countLoss(transaction, operation, -BigInt(cost), now)
          if (!isDone || !lost) return
          await transaction
            .updateTable('relayer_transactions')
            .set({ cost: lost.cost.toString() })
            .where('hash', '=', lost.hash)
            .execute()
          const operation = rows.find(({ hash }) => hash === lost.hash)?.operation
          if (operation) await countLoss(transaction, operation, lost.cost, now)
        },
      })
    },
  }
}
