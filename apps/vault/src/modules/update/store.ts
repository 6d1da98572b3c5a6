import type { Selectable } from 'kysely'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Tables } from '../../database/Tables.ts'
import type { EmailIndexes } from '../../secrets/createBlindIndexes.ts'

/** A change of address that can be undone. */
export type Revert = Selectable<Tables['reverts']>

export type RevertStore = {
  add(revert: Revert): Promise<void>
  find(hash: string, now: number): Promise<Revert | undefined>
  /** Returns the change that reserves an address for its previous user; those of `except` are ignored. */
  findReserved(emailIndexes: EmailIndexes, now: number, except?: string): Promise<Revert | undefined>
  /** Removes a user's changes since a time: undoing a change also undoes later ones. */
  removeSince(userId: string, since: number): Promise<void>
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
        .where('user_id', '!=', except)
        .orderBy('expires_at', 'desc')
        .limit(1)
        .executeTakeFirst(),
    async removeSince(userId, since) {
      await database
        .deleteFrom('reverts')
        .where('user_id', '=', userId)
        .where('created_at', '>=', since)
        .execute()
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
