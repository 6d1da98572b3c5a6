import { inTransaction } from '@portico/server'
import type { Transaction } from 'kysely'
import type { Database } from '../../infra/database/openDatabase.ts'
import type { Tables } from '../../infra/database/Tables.ts'
import { chainLock } from './chainLock.ts'
import { readOpen } from './readOpen.ts'
import { addToDay, release } from './sponsorDays.ts'
import type { OperationRow } from './store.ts'

/** How an operation was included. */
export type Inclusion = {
  txHash: string
  blockNumber: number
  blockHash: string
  success: boolean
  actualCost: bigint
  /** Whether another operation with its nonce was included, which the paymaster had signed before. */
  isOther?: boolean
}

type OperationId = Pick<OperationRow, 'chain' | 'hash'>

/** Creates the part of the SQL store that settles operations. */
export function createSettlementStore({ database }: { database: Database }) {
  /** Changes an operation and its day in one transaction, if it is still in one of these states. */
  function change(
    { chain, hash }: { chain: string; hash: string },
    states: readonly OperationRow['state'][],
    apply: (row: OperationRow, transaction: Transaction<Tables>) => Promise<void>,
  ): Promise<boolean> {
    return inTransaction({
      database,
      locks: [chainLock(chain)],
      run: async (transaction) => {
        const row = await transaction
          .selectFrom('operations')
          .selectAll()
          .where('hash', '=', hash)
          .executeTakeFirst()
        if (!row || !states.includes(row.state)) return false
        await apply(row, transaction)
        return true
      },
    })
  }

  return {
    /** Settles an operation that was included. */
    include({
      chain,
      hash,
      inclusion,
      now,
    }: OperationId & { inclusion: Inclusion; now: number }): Promise<boolean> {
      return change({ chain, hash }, ['quoted', 'sent', 'expired'], async (row, transaction) => {
        const { success, actualCost, isOther = false } = inclusion
        // Nobody knows any more who was to pay for the other one.
        const payer = isOther ? 'project' : row.payer
        if (row.state !== 'expired') await release(transaction, row)
        await addToDay(transaction, row, {
          spent: chargeOf({ payer }, inclusion),
          ops: 1,
          reverts: success ? 0 : 1,
        })
        await transaction
          .updateTable('operations')
          .set({
            state: success ? 'mined' : 'reverted',
            payer,
            tx_hash: inclusion.txHash,
            block_number: inclusion.blockNumber,
            block_hash: inclusion.blockHash,
            actual_cost: actualCost.toString(),
            settled_at: now,
            ...(success ? {} : { failed_at: now }),
          })
          .where('hash', '=', hash)
          .execute()
      })
    },

    /**
     * Undoes `include`: the block is not part of the chain any more. The operation is open again, unless another one with its nonce was
     * signed since.
     */
    exclude({ chain, hash }: OperationId): Promise<boolean> {
      return change({ chain, hash }, ['mined', 'reverted'], async (row, transaction) => {
        if (row.actual_cost === null) return
        const success = row.state === 'mined'
        const other = (await readOpen(transaction, row)).find(
          ({ project_id, user_id }) => project_id === row.project_id && user_id === row.user_id,
        )
        await addToDay(transaction, row, {
          ...(other ? { ops: -1 } : { reserved: BigInt(row.max_cost) }),
          spent: -chargeOf(row, { success, actualCost: BigInt(row.actual_cost) }),
          reverts: success ? 0 : -1,
        })
        const open = row.user_operation === null ? 'quoted' : 'sent'
        await transaction
          .updateTable('operations')
          .set({
            state: other ? 'expired' : open,
            block_number: null,
            block_hash: null,
            actual_cost: null,
            ...(other ? {} : { settled_at: null }),
            ...(success ? {} : { failed_at: null }),
          })
          .where('hash', '=', hash)
          .execute()
      })
    },

    /** Releases what was reserved for an operation that can no longer be included. */
    expire({ chain, hash, now }: OperationId & { now: number }): Promise<boolean> {
      return change({ chain, hash }, ['quoted', 'sent'], async (row, transaction) => {
        await release(transaction, row)
        await transaction
          .updateTable('operations')
          .set({ state: 'expired', settled_at: now })
          .where('hash', '=', hash)
          .execute()
      })
    },
  }
}

/** What counts towards the limits: a fee that was paid in a token does not, nor one that somebody else's paymaster paid. */
function chargeOf(
  row: Pick<OperationRow, 'payer'>,
  { success, actualCost }: Pick<Inclusion, 'success' | 'actualCost'>,
): bigint {
  if (row.payer === 'other') return 0n
  return row.payer === 'token' && success ? 0n : actualCost
}
