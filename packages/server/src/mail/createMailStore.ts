import type { Kysely } from 'kysely'
import type { Connection } from '../database/Connection.ts'

/** An encrypted value, and the ID of its key. */
export type SealedMail = { sealed: string; kek_id: string }

/** The table that `mailsSql` creates. Times are in milliseconds since the epoch. */
export type MailTables = {
  mails: SealedMail & { id: string; attempts: number; next_at: number; expires_at: number }
}

/** SQL that creates the table; each server includes it in a migration of its own. */
export const mailsSql = `
create table mails (
  id text primary key,
  sealed text not null,
  kek_id text not null,
  attempts integer not null,
  next_at integer not null,
  expires_at integer not null
) strict;
create index mails_by_time on mails (next_at);
create index mails_by_kek on mails (kek_id);
`

/** A queued mail. */
export type WaitingMail = SealedMail & { id: string; attempts: number }

export type MailStore = {
  add(mail: SealedMail & { id: string; expiresAt: number }, now: number): Promise<void>
  count(): Promise<number>
  /** Leases the next due mail for `leaseMs`. If the process dies, another one takes the mail after the lease. */
  take(leaseMs: number, now: number): Promise<WaitingMail | undefined>
  postpone(id: string, nextAt: number): Promise<void>
  remove(id: string): Promise<void>
  removeExpired(now: number): Promise<number>
}

/** Creates the store of queued mails, shared by all processes. Mails are taken in order of their due time. */
export function createMailStore<Tables extends MailTables>({
  database: fullDatabase,
}: {
  database: Connection<Tables>
}): MailStore {
  // Only the `mails` table is used. Kysely's types cannot express a database with at least this table.
  const database = fullDatabase as unknown as Kysely<MailTables>
  return {
    async add({ id, sealed, kek_id, expiresAt }, now) {
      await database
        .insertInto('mails')
        .values({ id, sealed, kek_id, attempts: 0, next_at: now, expires_at: expiresAt })
        .execute()
    },
    async count() {
      const { count } = await database
        .selectFrom('mails')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    async take(leaseMs, now) {
      const due = await database
        .selectFrom('mails')
        .select(['id', 'next_at'])
        .where('next_at', '<=', now)
        .where('expires_at', '>', now)
        .orderBy('next_at')
        .limit(1)
        .executeTakeFirst()
      if (!due) return undefined
      // Take it only if no other process has taken it meanwhile; otherwise try the next one.
      const taken = await database
        .updateTable('mails')
        .set(({ eb }) => ({ next_at: now + leaseMs, attempts: eb('attempts', '+', 1) }))
        .where('id', '=', due.id)
        .where('next_at', '=', due.next_at)
        .returning(['id', 'sealed', 'kek_id', 'attempts'])
        .executeTakeFirst()
      return taken ?? this.take(leaseMs, now)
    },
    async postpone(id, nextAt) {
      await database.updateTable('mails').set({ next_at: nextAt }).where('id', '=', id).execute()
    },
    async remove(id) {
      await database.deleteFrom('mails').where('id', '=', id).execute()
    },
    async removeExpired(now) {
      const { numDeletedRows } = await database
        .deleteFrom('mails')
        .where('expires_at', '<=', now)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}
