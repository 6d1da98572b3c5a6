import type { Selectable } from 'kysely'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Tables } from '../../database/Tables.ts'

/** A device that waits for the recovery secret, with the hash of the token that stops it. */
export type Hold = Selectable<Tables['holds']>

export type HoldStore = {
  /** Adds a hold and replaces an earlier one of the same device. */
  put(hold: Omit<Hold, 'cancelled_at'>): Promise<void>
  /** Returns a hold that has not expired, also one that was cancelled. */
  find(hash: string, now: number): Promise<Hold | undefined>
  isCancelled(pair: { userId: string; jkt: string }): Promise<boolean>
  cancel(hash: string, now: number): Promise<void>
}

/** Creates the store of holds. */
export function createHoldStore({ database }: { database: Database }): HoldStore {
  return {
    async put(hold) {
      await database
        .deleteFrom('holds')
        .where('user_id', '=', hold.user_id)
        .where('jkt', '=', hold.jkt)
        .execute()
      await database
        .insertInto('holds')
        .values({ ...hold, cancelled_at: null })
        .execute()
    },
    find: (hash, now) =>
      database
        .selectFrom('holds')
        .selectAll()
        .where('hash', '=', hash)
        .where('expires_at', '>', now)
        .executeTakeFirst(),
    async isCancelled({ userId, jkt }) {
      const row = await database
        .selectFrom('holds')
        .select('hash')
        .where('user_id', '=', userId)
        .where('jkt', '=', jkt)
        .where('cancelled_at', 'is not', null)
        .executeTakeFirst()
      return row !== undefined
    },
    async cancel(hash, now) {
      await database.updateTable('holds').set({ cancelled_at: now }).where('hash', '=', hash).execute()
    },
  }
}
