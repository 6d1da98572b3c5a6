import { createSweep, inTransaction } from '@portico/server'
import type { Database } from '../../infra/database/openDatabase.ts'

/** A stored session. Times are in milliseconds since the epoch. */
export type SessionRow = {
  id: string
  projectId: string
  /** CAIP-10 account ID; an EVM address has its EIP-55 checksum. */
  account: string
  domain: string
  uri: string
  issuedAt: number
  expiresAt: number
  revokedAt: number | null
}

/** Stores nonces and sessions. Every write resolves once it is durable. */
export type AuthStore = {
  addNonce(nonce: { nonce: string; projectId: string; expiresAt: number; now: number }): Promise<void>
  /** Deletes the nonce; resolves to false if it did not exist. Of two simultaneous calls, only one resolves to true. */
  consumeNonce(nonce: { nonce: string; projectId: string; now: number }): Promise<boolean>
  addSession(session: SessionRow): Promise<void>
  getSession(id: string): Promise<SessionRow | undefined>
  /** Lists the active sessions of any of the accounts, linked ones included; newest first. */
  listSessions(query: { projectId: string; accounts: readonly string[]; now: number }): Promise<SessionRow[]>
  /** Revokes a session of one of the accounts; resolves to false if there is no such active session. */
  revokeSession(query: {
    id: string
    projectId: string
    accounts: readonly string[]
    now: number
  }): Promise<boolean>
  /** Links an account to a session, or extends the link. Resolves to false if the session has `max` other accounts. */
  linkAccount(link: {
    sessionId: string
    account: string
    linkedAt: number
    expiresAt: number
    max: number
  }): Promise<boolean>
  /** Lists the accounts linked to the sessions, oldest link first; expired links are left out. */
  linkedAccounts(query: {
    sessionIds: readonly string[]
    now: number
  }): Promise<{ sessionId: string; account: string }[]>
}

const keepExpiredMs = 30 * 24 * 3_600_000

/** Creates the SQL store of nonces and sessions. */
export function createAuthStore({ database }: { database: Database }): AuthStore {
  const sweepNonces = createSweep({
    database,
    run: (transaction, now) => transaction.deleteFrom('nonces').where('expires_at', '<=', now).execute(),
  })
  const sweepSessions = createSweep({
    database,
    async run(transaction, now) {
      const oldest = now - keepExpiredMs
      await transaction.deleteFrom('sessions').where('expires_at', '<', oldest).execute()
      await transaction.deleteFrom('session_accounts').where('expires_at', '<', oldest).execute()
    },
  })
  const linkedTo = (accounts: readonly string[], now: number) =>
    database
      .selectFrom('session_accounts')
      .select('session_id')
      .where('account', 'in', accounts)
      .where('expires_at', '>', now)

  return {
    async addNonce({ nonce, projectId, expiresAt, now }) {
      await sweepNonces(now)
      await database
        .insertInto('nonces')
        .values({ nonce, project_id: projectId, expires_at: expiresAt })
        .execute()
    },
    async consumeNonce({ nonce, projectId, now }) {
      const { numDeletedRows } = await database
        .deleteFrom('nonces')
        .where('nonce', '=', nonce)
        .where('project_id', '=', projectId)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
    async addSession({ id, projectId, account, domain, uri, issuedAt, expiresAt, revokedAt }) {
      await sweepSessions(issuedAt)
      await database
        .insertInto('sessions')
        .values({
          id,
          project_id: projectId,
          account,
          domain,
          uri,
          issued_at: issuedAt,
          expires_at: expiresAt,
          revoked_at: revokedAt,
        })
        .execute()
    },
    async getSession(id) {
      const row = await database.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toSession(row)
    },
    async listSessions({ projectId, accounts, now }) {
      const rows = await database
        .selectFrom('sessions')
        .selectAll()
        .where('project_id', '=', projectId)
        .where((where) =>
          where.or([where('account', 'in', accounts), where('id', 'in', linkedTo(accounts, now))]),
        )
        .where('expires_at', '>', now)
        .where('revoked_at', 'is', null)
        .orderBy('issued_at', 'desc')
        .limit(100)
        .execute()
      return rows.map(toSession)
    },
    async revokeSession({ id, projectId, accounts, now }) {
      const { numUpdatedRows } = await database
        .updateTable('sessions')
        .set({ revoked_at: now })
        .where('id', '=', id)
        .where('project_id', '=', projectId)
        .where((where) =>
          where.or([where('account', 'in', accounts), where('id', 'in', linkedTo(accounts, now))]),
        )
        .where('expires_at', '>', now)
        .where('revoked_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async linkAccount({ sessionId, account, linkedAt, expiresAt, max }) {
      return inTransaction({
        database,
        locks: [{ key: `session accounts ${sessionId}` }],
        run: async (transaction) => {
          const others = await transaction
            .selectFrom('session_accounts')
            .select('account')
            .where('session_id', '=', sessionId)
            .where('account', '!=', account)
            .where('expires_at', '>', linkedAt)
            .execute()
          if (others.length >= max) return false
          await transaction
            .insertInto('session_accounts')
            .values({ session_id: sessionId, account, linked_at: linkedAt, expires_at: expiresAt })
            .onConflict((conflict) =>
              conflict.columns(['session_id', 'account']).doUpdateSet({ expires_at: expiresAt }),
            )
            .execute()
          return true
        },
      })
    },
    async linkedAccounts({ sessionIds, now }) {
      if (sessionIds.length === 0) return []
      const rows = await database
        .selectFrom('session_accounts')
        .select(['session_id', 'account'])
        .where('session_id', 'in', sessionIds)
        .where('expires_at', '>', now)
        .orderBy('linked_at')
        .orderBy('account')
        .execute()
      return rows.map(({ session_id: sessionId, account }) => ({ sessionId, account }))
    },
  }
}

function toSession(row: {
  id: string
  project_id: string
  account: string
  domain: string
  uri: string
  issued_at: number
  expires_at: number
  revoked_at: number | null
}): SessionRow {
  return {
    id: row.id,
    projectId: row.project_id,
    account: row.account,
    domain: row.domain,
    uri: row.uri,
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  }
}
