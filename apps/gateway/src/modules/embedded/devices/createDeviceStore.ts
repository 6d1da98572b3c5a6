import { type AuditTrail, inTransaction } from '@portico/server'
import type { Transaction } from 'kysely'
import type { Database } from '../../../infra/database/openDatabase.ts'
import type { Tables } from '../../../infra/database/Tables.ts'
import { createAuditedTransaction } from '../audit/createAuditedTransaction.ts'
import { createAddressRecords } from '../identities/createAddressRecords.ts'
import { createIdentityStore } from '../introductions/createIdentityStore.ts'
import { addNotice } from '../notices/addNotice.ts'
import { endDevice } from './endDevice.ts'
import { endLogins } from './endLogins.ts'

/** What the vault stated about a device key at its last login. Times are in milliseconds since epoch. */
export type DeviceRecord = {
  userId: string
  jkt: string
  /** Until then the device waits for the recovery secret; 0 if it need not. */
  heldUntil: number
  /** First login of the key; 0 for the key that created the user. */
  since: number
  updatedAt: number
}

/** Creates the SQL store of device keys. */
export function createDeviceStore({ database, audit }: { database: Database; audit: AuditTrail<Tables> }) {
  const inAuditedTransaction = createAuditedTransaction({ database, audit })

  return {
    /** Stores the record of a device, in place of an earlier one. */
    async put({ userId, jkt, heldUntil, since, updatedAt }: DeviceRecord): Promise<void> {
      const stated = { held_until: heldUntil, since, updated_at: updatedAt }
      await database
        .insertInto('wallet_devices')
        .values({ user_id: userId, jkt, ...stated })
        .onConflict((conflict) => conflict.columns(['user_id', 'jkt']).doUpdateSet(stated))
        .execute()
    },

    async find({ userId, jkt }: { userId: string; jkt: string }): Promise<DeviceRecord | undefined> {
      const row = await database
        .selectFrom('wallet_devices')
        .selectAll()
        .where('user_id', '=', userId)
        .where('jkt', '=', jkt)
        .executeTakeFirst()
      return row && fromRow(row)
    },

    /**
     * Returns when the gateway itself first saw a key: when it introduced the key, or when the oldest stored session of the key
     * began. Returns 0 for the founding key, and for users whom only the vault can verify.
     */
    async firstSeen({ userId, jkt }: { userId: string; jkt: string }): Promise<number> {
      const founding = await database
        .selectFrom('founding_keys')
        .select('jkt')
        .where('user_id', '=', userId)
        .executeTakeFirst()
      if (founding?.jkt === jkt) return 0
      const introduced = await database
        .selectFrom('introduced_keys')
        .select('at')
        .where('user_id', '=', userId)
        .where('jkt', '=', jkt)
        .executeTakeFirst()
      if (introduced) return introduced.at
      if (!(await createIdentityStore({ database }).hasIdentity(userId))) return 0
      const oldest = await database
        .selectFrom('wallet_sessions')
        .select('created_at')
        .where('user_id', '=', userId)
        .where('jkt', '=', jkt)
        .orderBy('created_at')
        .limit(1)
        .executeTakeFirst()
      return oldest?.created_at ?? 0
    },

    /** Ends the logins of a new device key that were started before a time, so that their codes are not accepted any more. */
    async endLogins({
      userId,
      jkt,
      before,
      now,
    }: {
      userId: string
      jkt: string
      before: number
      now: number
    }): Promise<void> {
      await inTransaction({
        database,
        run: (transaction) => endLogins({ transaction, userId, jkt, before, now }),
      })
    },

    /** Returns the keys of a user that are held, and until when. */
    async listHeld({ userId, now }: { userId: string; now: number }): Promise<Map<string, number>> {
      const rows = await database
        .selectFrom('wallet_devices')
        .select(['jkt', 'held_until'])
        .where('user_id', '=', userId)
        .where('held_until', '>', now)
        .execute()
      return new Map(rows.map(({ jkt, held_until }) => [jkt, held_until]))
    },

    /** Returns the keys of a user that the gateway knows, newest first. */
    async listIntroduced(userId: string): Promise<{ jkt: string; at: number }[]> {
      return database
        .selectFrom('introduced_keys')
        .select(['jkt', 'at'])
        .where('user_id', '=', userId)
        .orderBy('at', 'desc')
        .limit(100)
        .execute()
    },

    /**
     * Ends a device key, by the request of another device. The vault is notified, and removes it as well.
     *
     * @returns false if nothing is known of it.
     */
    async remove({ userId, jkt, now }: { userId: string; jkt: string; now: number }): Promise<boolean> {
      return inAuditedTransaction(
        async (transaction, note) => {
          if (!(await hasAnything({ transaction, userId, jkt }))) return false
          await endDevice({ transaction, userId, jkt, now })
          await addNotice(transaction, { event: 'device-ended', sub: userId, jkt }, now)
          await note({ event: 'device-ended', userId, subject: jkt, now })
          return true
        },
        [{ key: `user ${userId}` }],
      )
    },

    /** Returns the keys that first logged in at `since` or later, as the vault stated, or that were introduced since. */
    async listSince({ userId, since }: { userId: string; since: number }): Promise<string[]> {
      const stated = database
        .selectFrom('wallet_devices')
        .select('jkt')
        .where('user_id', '=', userId)
        .where('since', '>=', since)
      const introduced = database
        .selectFrom('introduced_keys')
        .select('jkt')
        .where('user_id', '=', userId)
        .where('at', '>=', since)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('founding_keys')
                .select('jkt')
                .where('user_id', '=', userId)
                .whereRef('founding_keys.jkt', '=', 'introduced_keys.jkt'),
            ),
          ),
        )
      const rows = await stated.union(introduced).execute()
      return rows.map(({ jkt }) => jkt)
    },

    /**
     * Ends the device keys that were introduced before a time, whether or not they have a session. With `undo`, also undoes a
     * change of address, and does nothing if this device did not start it here: see `createAddressRecords`.
     */
    async end({
      userId,
      keys,
      before,
      undo,
      now,
    }: {
      userId: string
      keys: readonly string[]
      before: number
      undo?: { jkt: string; tx: string | undefined; since: number } | undefined
      now: number
    }): Promise<void> {
      await inAuditedTransaction(
        async (transaction, note) => {
          if (undo) {
            const records = createAddressRecords({ transaction })
            if (!(await records.wasStarted({ userId, ...undo }))) return
            if (await records.restore({ userId, tx: undo.tx, before, now }))
              await note({ event: 'address-reverted', userId, now })
          }
          for (const jkt of keys) {
            const isOver = await endSince({ transaction, userId, jkt, before, now })
            if (!isOver) continue
            await note({ event: 'device-ended', userId, subject: jkt, now })
          }
        },
        [{ key: `user ${userId}` }],
      )
    },
  }
}

export type DeviceStore = ReturnType<typeof createDeviceStore>

/** Whether a device key is introduced, has a session or a slot, or is about to get a session by a move. */
async function hasAnything({
  transaction,
  userId,
  jkt,
}: {
  transaction: Transaction<Tables>
  userId: string
  jkt: string
}): Promise<boolean> {
  for (const table of ['introduced_keys', 'wallet_slots'] as const) {
    const row = await transaction
      .selectFrom(table)
      .select('jkt')
      .where('user_id', '=', userId)
      .where('jkt', '=', jkt)
      .limit(1)
      .executeTakeFirst()
    if (row) return true
  }
  const session = await transaction
    .selectFrom('wallet_sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('jkt', '=', jkt)
    .where('revoked_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return session !== undefined || (await isMoving({ transaction, userId, jkt }))
}

/** Whether a move is about to give a device key a session. */
async function isMoving({
  transaction,
  userId,
  jkt,
}: {
  transaction: Transaction<Tables>
  userId: string
  jkt: string
}): Promise<boolean> {
  const move = await transaction
    .selectFrom('wallet_moves')
    .select('hash')
    .where('user_id', '=', userId)
    .where('taker_jkt', '=', jkt)
    .limit(1)
    .executeTakeFirst()
  return move !== undefined
}

/**
 * Ends a device, unless it was introduced again since. A key that was never introduced, as before an import of identities, is
 * judged by its sessions.
 *
 * @returns whether there was something to end.
 */
async function endSince({
  before,
  ...device
}: {
  transaction: Transaction<Tables>
  userId: string
  jkt: string
  before: number
  now: number
}): Promise<boolean> {
  const { transaction, userId, jkt } = device
  const introduced = await transaction
    .selectFrom('introduced_keys')
    .select('at')
    .where('user_id', '=', userId)
    .where('jkt', '=', jkt)
    .executeTakeFirst()
  const session = await transaction
    .selectFrom('wallet_sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('jkt', '=', jkt)
    .where('created_at', '<', before)
    .where('revoked_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  const isOlder = introduced
    ? introduced.at < before
    : session !== undefined || (await isMoving({ transaction, userId, jkt }))
  if (isOlder) await endDevice(device)
  return isOlder
}

function fromRow(row: Tables['wallet_devices']): DeviceRecord {
  return {
    userId: row.user_id,
    jkt: row.jkt,
    heldUntil: row.held_until,
    since: row.since,
    updatedAt: row.updated_at,
  }
}
