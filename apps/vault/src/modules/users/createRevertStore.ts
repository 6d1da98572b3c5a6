import type { Selectable } from 'kysely'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Tables } from '../../database/Tables.ts'
import type { EmailIndexes } from '../../secrets/createBlindIndexes.ts'

/** A change of address that can be undone, or was. */
export type Revert = Selectable<Tables['reverts']>

export type RevertStore = {
  add(revert: Revert): Promise<void>
  find(hash: string, now: number): Promise<Revert | undefined>
  /** Returns the change that reserves an address for its previous user; those of `except` are ignored. */
  findReserved(emailIndexes: EmailIndexes, now: number, except?: string): Promise<Revert | undefined>
  /** Returns the newest change of a user, if it was made in this challenge by this key. */
  findMade(pair: { tx: string; jkt: string }, now: number): Promise<Revert | undefined>
  /** Marks a change as undone. Removes the user's other changes since then, which it undoes as well. */
  setReverted(revert: Revert, now: number): Promise<void>
  /** Removes a user's changes away from an address that is theirs again. */
  removeOf(userId: string, emailIndexes: EmailIndexes): Promise<void>
}

/** Creates the store of recent changes of address. */
export function createRevertStore({ database }: { database: Database }): RevertStore {
  return {
    async add(revert) {
      await database.insertInto('reverts').values(revert).execute()
    },
    find: (hash, now) =>
      database
        .selectFrom('reverts')
        .selectAll()
        .where('hash', '=', hash)
        .where('expires_at', '>', now)
        .executeTakeFirst(),
    findReserved: (emailIndexes, now, except = '') =>
      database
        .selectFrom('reverts')
        .selectAll()
        .where('email_index', 'in', emailIndexes)
        .where('expires_at', '>', now)
        .where('reverted_at', 'is', null)
        .where('user_id', '!=', except)
        .orderBy('expires_at', 'desc')
        .limit(1)
        .executeTakeFirst(),
    async findMade({ tx, jkt }, now) {
      const made = await database
        .selectFrom('reverts')
        .selectAll()
        .where('tx', '=', tx)
        .where('jkt', '=', jkt)
        .where('expires_at', '>', now)
        .where('reverted_at', 'is', null)
        .executeTakeFirst()
      if (!made) return undefined
      const later = await database
        .selectFrom('reverts')
        .select('hash')
        .where('user_id', '=', made.user_id)
        .where('created_at', '>', made.created_at)
        .executeTakeFirst()
      return later === undefined ? made : undefined
    },
    async setReverted({ hash, user_id: userId, created_at: since }, now) {
      await database
        .deleteFrom('reverts')
        .where('user_id', '=', userId)
        .where('created_at', '>=', since)
        .where('hash', '!=', hash)
        .execute()
      await database.updateTable('reverts').set({ reverted_at: now }).where('hash', '=', hash).execute()
    },
    async removeOf(userId, emailIndexes) {
      await database
        .deleteFrom('reverts')
        .where('user_id', '=', userId)
        .where('email_index', 'in', emailIndexes)
        .execute()
    },
  }
}
