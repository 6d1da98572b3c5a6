import { type AuditTrail, createSweep } from '@portico/server'
import type { Transaction } from 'kysely'
import type { Database } from '../../../infra/database/openDatabase.ts'
import type { Tables } from '../../../infra/database/Tables.ts'
import { createAuditedTransaction } from '../audit/createAuditedTransaction.ts'
import { endDevice } from '../devices/endDevice.ts'
import { addNotice } from '../notices/addNotice.ts'
import { insertSession, type NewSession } from './insertSession.ts'
import { isLive, sessionLimits } from './isLive.ts'

/** A login on one device. Times are in milliseconds since the epoch. */
export type WalletSession = {
  id: string
  userId: string
  jkt: string
  projectId: string
  origin: string
  authTime: number
  /** When the gateway itself verified the person; null if only the vault did. */
  introducedAt: number | null
  /** How it did; also null for sessions from before this was stored. */
  way: string | null
  createdAt: number
  lastUsedAt: number
  expiresAt: number
  revokedAt: number | null
}

/** Result of a refresh: the session if the next token was stored, otherwise the reason. */
export type RotateResult =
  | { kind: 'rotated' | 'repeated'; session: WalletSession }
  | { kind: 'unknown' | 'ended' | 'reused' | 'foreign' }

/** Time in which a client may repeat a refresh request. */
const repeatMs = 10_000
/** How long used refresh tokens are stored to detect their reuse. Older ones are reported as unknown. */
const keepUsedMs = 7 * 24 * 60 * 60_000

/** Creates the SQL store of wallet sessions. */
export function createWalletSessionStore({
  database,
  audit,
}: {
  database: Database
  audit: AuditTrail<Tables>
}) {
  const inAuditedTransaction = createAuditedTransaction({ database, audit })
  const sweep = createSweep({
    database,
    run: async (transaction, now) => {
      await transaction
        .deleteFrom('wallet_refresh_tokens')
        .where((row) =>
          row.or([
            row('rotated_at', '<=', now - keepUsedMs),
            row('created_at', '<=', now - sessionLimits.absoluteMs),
          ]),
        )
        .execute()
      await transaction.deleteFrom('wallet_sessions').where('expires_at', '<=', now).execute()
      await transaction
        .deleteFrom('wallet_devices')
        .where('updated_at', '<=', now - sessionLimits.absoluteMs)
        .execute()
    },
  })

  return {
    /**
     * Stores a session and its first refresh token; revokes older sessions of the same device and page.
     *
     * @returns false if the assertion was used before.
     */
    async create(created: NewSession): Promise<boolean> {
      await sweep(created.session.createdAt)
      return inAuditedTransaction((transaction, note) => insertSession({ ...created, transaction, note }))
    },

    async find(id: string): Promise<WalletSession | undefined> {
      const row = await database
        .selectFrom('wallet_sessions')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row && fromRow(row)
    },

    async list({ userId, now }: { userId: string; now: number }): Promise<WalletSession[]> {
      const rows = await database
        .selectFrom('wallet_sessions')
        .selectAll()
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now)
        .where('last_used_at', '>', now - sessionLimits.idleMs)
        .orderBy('created_at', 'desc')
        .limit(100)
        .execute()
      return rows.map(fromRow)
    },

    /**
     * Replaces a refresh token by the next one. The same request within ten seconds is a retry. Any other use of an old
     * token means that the token was copied, so the session is revoked.
     */
    async rotate({
      hash,
      nextHash,
      jkt,
      now,
    }: {
      hash: string
      nextHash: string
      jkt: string
      now: number
    }): Promise<RotateResult> {
      await sweep(now)
      return inAuditedTransaction(async (transaction, note): Promise<RotateResult> => {
        const token = await transaction
          .selectFrom('wallet_refresh_tokens')
          .selectAll()
          .where('hash', '=', hash)
          .executeTakeFirst()
        if (!token) return { kind: 'unknown' }
        const row = await transaction
          .selectFrom('wallet_sessions')
          .selectAll()
          .where('id', '=', token.session_id)
          .executeTakeFirst()
        if (!row) return { kind: 'unknown' }
        const session = fromRow(row)
        if (!isLive(session, now)) return { kind: 'ended' }
        if (token.rotated_at !== null) {
          // The difference is negative if the clock was set back; treat that as a retry, too.
          if (session.jkt === jkt && now - token.rotated_at <= repeatMs) return { kind: 'repeated', session }
          await transaction
            .updateTable('wallet_sessions')
            .set({ revoked_at: now })
            .where('id', '=', session.id)
            .execute()
          await note({ event: 'refresh-reused', userId: session.userId, subject: session.id, now })
          return { kind: 'reused' }
        }
        // An unused token with the wrong key must not revoke the owner's session.
        if (session.jkt !== jkt) return { kind: 'foreign' }
        await transaction
          .updateTable('wallet_refresh_tokens')
          .set({ rotated_at: now })
          .where('hash', '=', hash)
          .execute()
        await transaction
          .insertInto('wallet_refresh_tokens')
          .values({ hash: nextHash, session_id: session.id, created_at: now, rotated_at: null })
          .execute()
        await transaction
          .updateTable('wallet_sessions')
          .set({ last_used_at: now })
          .where('id', '=', session.id)
          .execute()
        return { kind: 'rotated', session }
      })
    },

    /**
     * Revokes a session of a user and ends its device, which must then be introduced again; the vault is notified,
     * and removes it as well. If the device itself signs out, it stays known, and its slots stay for its next login.
     *
     * @returns whether there was an active session with this ID.
     */
    async revoke({
      id,
      userId,
      event,
      now,
    }: {
      id: string
      userId: string
      event: 'session-revoked' | 'sign-out'
      now: number
    }): Promise<boolean> {
      return inAuditedTransaction(async (transaction, note) => {
        const row = await transaction
          .selectFrom('wallet_sessions')
          .select('jkt')
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .where('revoked_at', 'is', null)
          .executeTakeFirst()
        if (!row) return false
        const device = { transaction, userId, jkt: row.jkt, now }
        if (event === 'session-revoked') {
          await endDevice(device)
          await addNotice(transaction, { event: 'device-ended', sub: userId, jkt: row.jkt }, now)
        } else {
          await transaction
            .updateTable('wallet_sessions')
            .set({ revoked_at: now })
            .where('id', '=', id)
            .where('user_id', '=', userId)
            .execute()
          await keepSlots(device)
        }
        await note({ event, userId, subject: id, now })
        return true
      })
    },
  }
}

export type WalletSessionStore = ReturnType<typeof createWalletSessionStore>

type Device = { transaction: Transaction<Tables>; userId: string; jkt: string }

/** Marks the slots of a device that signed out, so that the sweep of slots without a session keeps them. */
async function keepSlots({ transaction, userId, jkt, now }: Device & { now: number }): Promise<void> {
  await transaction
    .updateTable('wallet_slots')
    .set({ signed_out_at: now })
    .where('user_id', '=', userId)
    .where('jkt', '=', jkt)
    .where('kind', '=', 'device')
    .execute()
}

function fromRow(row: Tables['wallet_sessions']): WalletSession {
  return {
    id: row.id,
    userId: row.user_id,
    jkt: row.jkt,
    projectId: row.project_id,
    origin: row.origin,
    authTime: row.auth_time,
    introducedAt: row.introduced_at,
    way: row.way,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  }
}
