/*
 * A list of what happened that nobody can rewrite unseen: each row carries the HMAC-SHA-256 of its fields and of the row
 * before. Who has the database but not the key cannot change, remove or insert a row; that the last rows were cut off shows
 * against the head, which is kept elsewhere (`head`).
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { inTransaction, type Lock } from '../database/inTransaction.ts'

/** The table of `auditSql`. */
export type AuditTables = {
  audit: { seq: number; at: number; event: string; user_id: string; subject: string; mac: string }
}

/** What a server puts into a migration of its own to have the table. */
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

/** The lock that a transaction with an audit row takes: rows are written one after another. */
export const auditLock: Lock = { key: 'audit' }

/** What happened: an id of the event, whose it was, and to what. No addresses of people, codes or secrets. */
export type AuditEvent = { event: string; userId: string; subject?: string | undefined }

export type AuditTrail<Tables> = {
  /** Writes a row; with a transaction (that holds `auditLock`) together with what it tells of. */
  append(call: AuditEvent & { now: number; transaction?: Transaction<Tables> | undefined }): Promise<void>
  /** The last row: to be kept where whoever has the database cannot change it. */
  head(): Promise<{ seq: number; mac: string }>
  /** Reads all of it; `brokenAt` is the first row that is not as it was written. */
  verify(): Promise<{ rows: number; brokenAt?: number }>
}

const first = '0'.repeat(64)
const batch = 1000

/**
 * An audit trail in SQL.
 *
 * @example
 * const audit = createAuditTrail({ database, secret })
 * await audit.append({ event: 'auto-release', userId, subject: slotId, now: Date.now() })
 */
export function createAuditTrail<Tables extends AuditTables>({
  database: whole,
  secret,
}: {
  database: Kysely<Tables>
  secret: Uint8Array
}): AuditTrail<Tables> {
  // Of all the tables this needs one; kysely cannot say so.
  const database = whole as unknown as Kysely<AuditTables>
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
    // JSON of a list of strings and numbers: no two rows are written alike.
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
          const expected = Buffer.from(macOf(row, before))
          const given = Buffer.from(mac)
          const isSame = given.length === expected.length && timingSafeEqual(given, expected)
          if (row.seq !== rows + 1 || !isSame) return { rows, brokenAt: rows + 1 }
          before = mac
          rows += 1
        }
        if (next.length < batch) return { rows }
      }
    },
  }
}
