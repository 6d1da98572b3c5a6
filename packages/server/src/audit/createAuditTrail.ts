/*
 * A tamper-evident audit log. Each row carries the HMAC-SHA-256 of its fields and of the previous row's HMAC, so an
 * attacker with the database but without the key cannot change, remove or insert a row undetected. Removing the last
 * rows is detected by comparing with a head (`head`) that was stored elsewhere.
 */
import { createHmac } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { inTransaction, type Lock } from '../database/inTransaction.ts'
import { isEqualSecret } from '../secrets/isEqualSecret.ts'

/** The table that `auditSql` creates. */
export type AuditTables = {
  audit: { seq: number; at: number; event: string; user_id: string; subject: string; mac: string }
}

/** SQL that creates the table; each server includes it in a migration of its own. */
export const auditSql = `
create table audit (
  seq integer not null,
  at integer not null,
  event text not null,
  user_id text not null,
  subject text not null,
  mac text not null,
  primary key (seq)
) strict;
create index audit_by_user on audit (user_id, event, at);
`

/** The lock for every transaction that appends a row: rows must be written one after another. */
export const auditLock: Lock = { key: 'audit' }

/** What happened, to whose data, and to which object. Must not contain e-mail addresses, codes or secrets. */
export type AuditEvent = { event: string; userId: string; subject?: string | undefined }

export type AuditTrail<Tables> = {
  /**
   * Appends a row. With `transaction`, which must hold `auditLock`, the row is committed together with the change it
   * records.
   */
  append(call: AuditEvent & { now: number; transaction?: Transaction<Tables> | undefined }): Promise<void>
  /** Returns the last row. Store it where someone with access to the database cannot change it. */
  head(): Promise<{ seq: number; mac: string }>
  /** Verifies all rows; `brokenAt` is the first row that was changed, removed or inserted. */
  verify(): Promise<{ rows: number; brokenAt?: number }>
}

const first = '0'.repeat(64)
const batch = 1000

/**
 * Creates an audit trail in SQL.
 *
 * @example
 * const audit = createAuditTrail({ database, secret })
 * await audit.append({ event: 'auto-release', userId, subject: slotId, now: Date.now() })
 */
export function createAuditTrail<Tables extends AuditTables>({
  database: fullDatabase,
  secret,
}: {
  database: Kysely<Tables>
  secret: Uint8Array
}): AuditTrail<Tables> {
  // Only the `audit` table is used. Kysely's types cannot express a database with at least this table.
  const database = fullDatabase as unknown as Kysely<AuditTables>
  const last = (from: Kysely<AuditTables>) =>
    from.selectFrom('audit').select(['seq', 'mac']).orderBy('seq', 'desc').limit(1).executeTakeFirst()

  async function write(transaction: Transaction<AuditTables>, event: AuditEvent, now: number): Promise<void> {
    const before = await last(transaction)
    const row = {
      seq: (before?.seq ?? 0) + 1,
      at: now,
      event: event.event,
      user_id: event.userId,
      subject: event.subject ?? '',
    }
    const mac = macOf(row, before?.mac ?? first)
    await transaction
      .insertInto('audit')
      .values({ ...row, mac })
      .execute()
  }

  function macOf(
    { seq, at, event, user_id, subject }: Omit<AuditTables['audit'], 'mac'>,
    before: string,
  ): string {
    // A JSON array is unambiguous: two different rows never give the same text.
    const text = JSON.stringify([before, seq, at, event, user_id, subject])
    return createHmac('sha256', secret).update(text).digest('hex')
  }

  return {
    async append({ now, transaction, ...event }) {
      if (transaction) return write(transaction as unknown as Transaction<AuditTables>, event, now)
      await inTransaction({
        database,
        locks: [auditLock],
        run: (own) => write(own, event, now),
      })
    },
    async head() {
      return (await last(database)) ?? { seq: 0, mac: first }
    },
    async verify() {
      let before = first
      let rows = 0
      for (;;) {
        const next = await database
          .selectFrom('audit')
          .selectAll()
          .where('seq', '>', rows)
          .orderBy('seq')
          .limit(batch)
          .execute()
        for (const { mac, ...row } of next) {
          const isSame = isEqualSecret(mac, macOf(row, before))
          if (row.seq !== rows + 1 || !isSame) return { rows, brokenAt: rows + 1 }
          before = mac
          rows += 1
        }
        if (next.length < batch) return { rows }
      }
    },
  }
}
