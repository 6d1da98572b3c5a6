import type { WalletDelegation } from '@portico/protocol/gateway'
import { type AuditTrail, createSweep } from '@portico/server'
import type { Database } from '../../../infra/database/openDatabase.ts'
import type { Tables } from '../../../infra/database/Tables.ts'
import { createAuditedTransaction } from '../audit/createAuditedTransaction.ts'

/** A permission of a user. Times are in milliseconds. */
export type StoredPermission = {
  chain: string
  hash: string
  delegation: WalletDelegation
  origin: string
  createdAt: number
  expiresAt: number
  revokedAt: number | null
}

/** Permissions of one user that have not expired. Each was approved by the visitor and lasts at most a week. */
const maxHeld = 100
const maxListed = 200
/** How long an expired permission is still listed. */
const keepMs = 7 * 24 * 60 * 60_000

/** Creates the SQL store of permissions that users have granted. Granting and revoking are recorded in the audit trail. */
export function createPermissionStore({
  database,
  audit,
}: {
  database: Database
  audit: AuditTrail<Tables>
}) {
  const inAuditedTransaction = createAuditedTransaction({ database, audit })
  const sweep = createSweep({
    database,
    run: (transaction, now) =>
      transaction
        .deleteFrom('wallet_permissions')
        .where('expires_at', '<=', now - keepMs)
        .execute(),
  })

  return {
    /** Stores a permission; the same one again changes nothing. Returns false if the user has too many. */
    async add({
      userId,
      permission: { chain, hash, delegation, origin, expiresAt },
      now,
    }: {
      userId: string
      permission: Omit<StoredPermission, 'createdAt' | 'revokedAt'>
      now: number
    }): Promise<boolean> {
      await sweep(now)
      return inAuditedTransaction(
        async (transaction, note) => {
          const held = await transaction
            .selectFrom('wallet_permissions')
            .select(['chain', 'delegation_hash'])
            .where('user_id', '=', userId)
            .where('expires_at', '>', now)
            .execute()
          if (held.some((one) => one.chain === chain && one.delegation_hash === hash)) return true
          if (held.length >= maxHeld) return false
          await transaction
            .insertInto('wallet_permissions')
            .values({
              user_id: userId,
              chain,
              delegation_hash: hash,
              delegation: JSON.stringify(delegation),
              origin,
              created_at: now,
              expires_at: expiresAt,
              revoked_at: null,
            })
            .onConflict((conflict) => conflict.columns(['user_id', 'chain', 'delegation_hash']).doNothing())
            .execute()
          await note({ event: 'permission-granted', userId, subject: `${chain} ${hash} ${origin}`, now })
          return true
        },
        [{ key: `wallet permissions ${userId}` }],
      )
    },

    /** Lists the permissions of a user, the newest first: at most 200, of which none that is still valid is missing. */
    async list(userId: string): Promise<StoredPermission[]> {
      const rows = await database
        .selectFrom('wallet_permissions')
        .selectAll()
        .where('user_id', '=', userId)
        // Of these, a user has at most `maxHeld`: what is over the limit has expired.
        .orderBy('expires_at', 'desc')
        .orderBy('delegation_hash')
        .limit(maxListed)
        .execute()
      rows.sort((one, other) => other.created_at - one.created_at)
      return rows.map((row) => ({
        chain: row.chain,
        hash: row.delegation_hash,
        delegation: JSON.parse(row.delegation) as WalletDelegation,
        origin: row.origin,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
        revokedAt: row.revoked_at,
      }))
    },

    /** Marks a permission of a user as revoked. */
    async revoke({ userId, hash, now }: { userId: string; hash: string; now: number }): Promise<void> {
      await inAuditedTransaction(async (transaction, note) => {
        const revoked = await transaction
          .updateTable('wallet_permissions')
          .set({ revoked_at: now })
          .where('user_id', '=', userId)
          .where('delegation_hash', '=', hash)
          .where('revoked_at', 'is', null)
          .returning('chain')
          .execute()
        for (const { chain } of revoked)
          await note({ event: 'permission-revoked', userId, subject: `${chain} ${hash}`, now })
      })
    },
  }
}

export type PermissionStore = ReturnType<typeof createPermissionStore>
