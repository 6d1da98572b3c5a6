import type { Selectable } from 'kysely'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Tables } from '../../database/Tables.ts'
import type { EmailIndexes } from '../../secrets/createBlinds.ts'

/** Leave to take an address back. */
export type Revert = Selectable<Tables['reverts']>

export type RevertStore = {
  add(revert: Revert): Promise<void>
  find(hash: string, now: number): Promise<Revert | undefined>
  /** Whether an address may still be taken back; by anybody but this user where one is named. */
  findReserved(emailIndexes: EmailIndexes, now: number, except?: string): Promise<Revert | undefined>
  /** Removes those of a user made at a moment or later: who takes back an address takes back what came after it. */
  removeSince(userId: string, since: number): Promise<void>
  /** An address that belongs to its user again needs no way back to it. */
  removeOf(userId: string, emailIndexes: EmailIndexes): Promise<void>
}

/** Addresses that were changed a short time ago. */
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
