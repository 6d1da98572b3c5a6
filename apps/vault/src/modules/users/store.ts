import type { LanguageTag } from '@portico/i18n'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Sealed } from '../../database/Tables.ts'
import type { EmailIndexes } from '../../secrets/createBlindIndexes.ts'

/**
 * A user, identified by a proven e-mail address or by identities. `founding_jkt` is empty once the founding device was ended.
 */
export type User = Sealed & {
  id: string
  email_index: string | null
  email_pending: number
  founding_jkt: string
  created_at: number
  /** The language of mails; null for English. */
  language: LanguageTag | null
}

/** A key that has logged in as a user. */
export type Device = {
  user_id: string
  jkt: string
  created_at: number
  last_used_at: number
  min_hold_ms: number
}

export type UserStore = {
  /** Returns whether a key has logged in with an address. Always one query, so that timing reveals nothing. */
  isKnownPair(pair: { jkt: string; emailIndexes: EmailIndexes }): Promise<boolean>
  find(id: string): Promise<User | undefined>
  findByEmail(emailIndexes: EmailIndexes): Promise<User | undefined>
  /** Adds a user unless the address already has one. */
  add(user: Omit<User, 'email_pending' | 'language'>): Promise<void>
  setEmail(id: string, email: Sealed & { emailIndex: string; isPending?: boolean }): Promise<void>
  /** Sets the language of mails to the user. */
  setLanguage(id: string, language: LanguageTag): Promise<void>
  /** Records that the gateway has verified the address, too. */
  confirmEmail(id: string): Promise<void>
  /** Removes a user who has no identity, address or recovery secret any more, with devices and grants. */
  remove(id: string): Promise<void>
  /** Removes the grants of a user's other devices. */
  removeOtherGrants(pair: { userId: string; jkt: string }): Promise<void>
  findDevice(pair: { userId: string; jkt: string }): Promise<Device | undefined>
  /** Adds a device, or updates when it was last used. Returns whether it is new. `minHoldMs`: how long a new one must wait at least. */
  putDevice(device: { userId: string; jkt: string; minHoldMs?: number }, now: number): Promise<boolean>
  /**
   * Removes a device, and that it founded the user, so that its next login is that of a new device. Its grants stay, so that
   * using them gives the right problem.
   */
  removeDevice(pair: { userId: string; jkt: string }): Promise<void>
  /** Removes a device and all devices added since a time, as `removeDevice` does, but with their grants. */
  removeDevices(which: { userId: string; jkt: string; since: number }): Promise<void>
}

/** Creates the store of users and their devices. */
export function createUserStore({ database }: { database: Database }): UserStore {
  const users = () => database.selectFrom('users').selectAll()
  const clearFounding = (userId: string, keys: readonly string[]) =>
    database
      .updateTable('users')
      .set({ founding_jkt: '' })
      .where('id', '=', userId)
      .where('founding_jkt', 'in', keys)
      .execute()
  return {
    async isKnownPair({ jkt, emailIndexes }) {
      const row = await database
        .selectFrom('devices')
        .innerJoin('users', 'users.id', 'devices.user_id')
        .select('users.id')
        .where('devices.jkt', '=', jkt)
        .where('users.email_index', 'in', emailIndexes)
        .executeTakeFirst()
      return row !== undefined
    },
    find: (id) => users().where('id', '=', id).executeTakeFirst(),
    findByEmail: (emailIndexes) => users().where('email_index', 'in', emailIndexes).executeTakeFirst(),
    async add(user) {
      await database
        .insertInto('users')
        .values(user)
        .onConflict((conflict) => conflict.column('email_index').doNothing())
        .execute()
    },
    async setEmail(id, { emailIndex, sealed, kek_id, isPending = false }) {
      await database
        .updateTable('users')
        .set({ email_index: emailIndex, email_pending: isPending ? 1 : 0, sealed, kek_id })
        .where('id', '=', id)
        .execute()
    },
    async setLanguage(id, language) {
      await database.updateTable('users').set({ language }).where('id', '=', id).execute()
    },
    async confirmEmail(id) {
      await database.updateTable('users').set({ email_pending: 0 }).where('id', '=', id).execute()
    },
    async remove(id) {
      for (const table of ['holds', 'grants', 'devices'] as const)
        await database.deleteFrom(table).where('user_id', '=', id).execute()
      await database.deleteFrom('users').where('id', '=', id).execute()
    },
    async removeOtherGrants({ userId, jkt }) {
      await database.deleteFrom('grants').where('user_id', '=', userId).where('jkt', '!=', jkt).execute()
    },
    findDevice: ({ userId, jkt }) =>
      database
        .selectFrom('devices')
        .selectAll()
        .where('user_id', '=', userId)
        .where('jkt', '=', jkt)
        .executeTakeFirst(),
    async putDevice({ userId, jkt, minHoldMs = 0 }, now) {
      const { numInsertedOrUpdatedRows } = await database
        .insertInto('devices')
        .values({ user_id: userId, jkt, created_at: now, last_used_at: now, min_hold_ms: minHoldMs })
        .onConflict((conflict) => conflict.columns(['user_id', 'jkt']).doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows === 1n) return true
      await database
        .updateTable('devices')
        .set({ last_used_at: now })
        .where('user_id', '=', userId)
        .where('jkt', '=', jkt)
        .execute()
      return false
    },
    async removeDevice({ userId, jkt }) {
      await database.deleteFrom('devices').where('user_id', '=', userId).where('jkt', '=', jkt).execute()
      await clearFounding(userId, [jkt])
    },
    async removeDevices({ userId, jkt, since }) {
      const removed = await database
        .deleteFrom('devices')
        .where('user_id', '=', userId)
        .where((eb) => eb.or([eb('jkt', '=', jkt), eb('created_at', '>=', since)]))
        .returning('jkt')
        .execute()
      const keys = removed.map(({ jkt }) => jkt)
      if (keys.length === 0) return
      await clearFounding(userId, keys)
      await database.deleteFrom('grants').where('user_id', '=', userId).where('jkt', 'in', keys).execute()
    },
  }
}
