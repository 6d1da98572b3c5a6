import type { Database } from '../database/openVaultDatabase.ts'
import type { Sealed } from '../database/Tables.ts'

/** A queued mail. */
export type WaitingMail = Sealed & { id: string; attempts: number }

export type MailStore = {
  add(mail: Sealed & { id: string; expiresAt: number }, now: number): Promise<void>
  count(): Promise<number>
  /** Leases the next due mail for `leaseMs`. If the process dies, another one takes the mail after the lease. */
  take(leaseMs: number, now: number): Promise<WaitingMail | undefined>
  postpone(id: string, nextAt: number): Promise<void>
  remove(id: string): Promise<void>
  removeExpired(now: number): Promise<number>
}

/** Creates the store of queued mails, shared by all processes. Mails are taken in order of their due time. */
export function createMailStore({ database }: { database: Database }): MailStore {
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
