import type { Transaction } from 'kysely'
import type { Tables } from '../../../infra/database/Tables.ts'
import type { Note } from '../audit/createAuditedTransaction.ts'
import type { WalletSession } from './store.ts'

/** A session to store, with the hash of its first refresh token. */
export type NewSession = {
  session: WalletSession
  /** Identifies the proof that the session was created with, which is valid once. */
  assertionId: string
  refreshHash: string
}

/**
 * Stores a session and its first refresh token; revokes older sessions of the same device and page. Part of a transaction,
 * so that what the session follows from is stored with it.
 *
 * @returns false if the assertion was used before.
 */
export async function insertSession({
  transaction,
  note,
  session,
  assertionId,
  refreshHash,
}: NewSession & { transaction: Transaction<Tables>; note: Note }): Promise<boolean> {
  const now = session.createdAt
  // A constraint makes assertions single-use, also for simultaneous requests to several processes.
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('wallet_sessions')
    .values({ ...toRow(session), assertion_id: assertionId })
    .onConflict((conflict) => conflict.column('assertion_id').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return false
  await transaction
    .updateTable('wallet_sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', session.userId)
    .where('jkt', '=', session.jkt)
    .where('origin', '=', session.origin)
    .where('project_id', '=', session.projectId)
    .where('id', '!=', session.id)
    .where('revoked_at', 'is', null)
    .execute()
  await transaction
    .insertInto('wallet_refresh_tokens')
    .values({ hash: refreshHash, session_id: session.id, created_at: now, rotated_at: null })
    .execute()
  await note({ event: 'login', userId: session.userId, subject: session.id, now })
  return true
}

function toRow(session: WalletSession): Omit<Tables['wallet_sessions'], 'assertion_id'> {
  return {
    id: session.id,
    user_id: session.userId,
    jkt: session.jkt,
    project_id: session.projectId,
    origin: session.origin,
    auth_time: session.authTime,
    introduced_at: session.introducedAt,
    way: session.way,
    created_at: session.createdAt,
    last_used_at: session.lastUsedAt,
    expires_at: session.expiresAt,
    revoked_at: session.revokedAt,
  }
}
