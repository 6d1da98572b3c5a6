import { type AuditEvent, type AuditTrail, auditLock, inTransaction, type Lock } from '@portico/server'
import type { Transaction } from 'kysely'
import type { Database } from '../../../infra/database/openDatabase.ts'
import type { Tables } from '../../../infra/database/Tables.ts'

/** Appends an event to the audit trail in the same transaction, so that both are stored or neither. */
export type Note = (event: AuditEvent & { now: number }) => Promise<void>

/**
 * Creates a function that runs a transaction whose changes are recorded in the audit trail.
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
    /** May be called several times, so it must have no effects besides its queries. */
    run: (transaction: Transaction<Tables>, note: Note) => Promise<Value>,
    /** Further locks, beside that of the audit trail. */
    locks: readonly Lock[] = [],
  ): Promise<Value> =>
    inTransaction({
      database,
      locks: [auditLock, ...locks],
      run: (transaction) => run(transaction, (event) => audit.append({ ...event, transaction })),
    })
}
