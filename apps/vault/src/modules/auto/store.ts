import type { Selectable } from 'kysely'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Sealed, Tables } from '../../database/Tables.ts'

/** Permission to store and release recovery secrets for some minutes after a login. */
export type Grant = Selectable<Tables['grants']>

/** Identifies a recovery secret. */
export type AutoPlace = { userId: string; walletId: string; slotId: string }

export type AutoStore = {
  addGrant(grant: Grant): Promise<void>
  /** Returns a grant that has not expired; one that is not activated gives access to nothing. */
  findGrant(grant: { hash: string; jkt: string }, now: number): Promise<Grant | undefined>
  /** Activates a grant until `expiresAt`. Of concurrent calls, exactly one returns `true`. */
  activateGrant(hash: string, times: { now: number; expiresAt: number }): Promise<boolean>
  hasAny(userId: string): Promise<boolean>
  find(place: AutoPlace): Promise<Sealed | undefined>
  add(place: AutoPlace, sealed: Sealed, now: number): Promise<void>
}

/** Creates the store of recovery secrets and grants. */
export function createAutoStore({ database }: { database: Database }): AutoStore {
  return {
    async addGrant(grant) {
      await database.insertInto('grants').values(grant).execute()
    },
    findGrant: ({ hash, jkt }, now) =>
      database
        .selectFrom('grants')
        .selectAll()
        .where('hash', '=', hash)
        .where('jkt', '=', jkt)
        .where('expires_at', '>', now)
        .executeTakeFirst(),
    async activateGrant(hash, { now, expiresAt }) {
      const { numUpdatedRows } = await database
        .updateTable('grants')
        .set({ activated_at: now, expires_at: expiresAt })
        .where('hash', '=', hash)
        .where('activated_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
    async hasAny(userId) {
      const row = await database
        .selectFrom('autos')
        .select('slot_id')
        .where('user_id', '=', userId)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
    find: ({ userId, walletId, slotId }) =>
      database
        .selectFrom('autos')
        .select(['sealed', 'kek_id'])
        .where('user_id', '=', userId)
        .where('wallet_id', '=', walletId)
        .where('slot_id', '=', slotId)
        .executeTakeFirst(),
    async add({ userId, walletId, slotId }, sealed, now) {
      await database
        .insertInto('autos')
        .values({ user_id: userId, wallet_id: walletId, slot_id: slotId, ...sealed, created_at: now })
        .execute()
    },
  }
}
