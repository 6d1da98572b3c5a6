import { type AuditEvent, type AuditTrail, auditLock, inTransaction } from '@portico/server'
import type { Transaction } from 'kysely'
import type { Database } from '../../database/openDatabase.ts'
import type { Tables } from '../../database/Tables.ts'

/** Writes to the audit trail what the transaction does: both are kept, or neither. */
type Note = (event: AuditEvent & { now: number }) => Promise<void>

/**
 * Makes the transaction of a store whose changes stand in the audit trail.
 *
 * @example
 * const inAuditedTransaction = createAuditedTransaction({ database, audit })
 * await inAuditedTransaction(async (transaction, note) => {
 *   await transaction.deleteFrom('wallet_slots').where('slot_id', '=', slotId).execute()
 *   await note({ event: 'slot-deleted', userId, subject: slotId, now })
 * })
 */
export function createAuditedTransaction({
  database,
  audit,
}: {
  database: Database
  audit: AuditTrail<Tables>
}) {
  return <Value>(
    /** May be called several times: it must do nothing but queries. */
    run: (transaction: Transaction<Tables>, note: Note) => Promise<Value>,
  ): Promise<Value> =>
    inTransaction({
      database,
      locks: [auditLock],
      run: (transaction) => run(transaction, (event) => audit.append({ ...event, transaction })),
    })
}
