import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { WalletSessionResponse } from '@portico/protocol/gateway'
import { HttpProblem } from '../../../http/HttpProblem.ts'
import { isAllowed, type Projects } from '../../projects/service.ts'
import type { VaultStatements } from '../assertions/createVaultStatements.ts'
import { type AccessTokens, accessTokenSeconds } from '../tokens/accessTokens.ts'
import { isLive, sessionLimits, type WalletSession, type WalletSessionStore } from './store.ts'

/** Logging in, staying so, and ending it. */
export function createWalletSessions({
  store,
  tokens,
  statements,
  projects,
  refreshSecret,
  now,
}: {
  store: WalletSessionStore
  tokens: AccessTokens
  statements: VaultStatements
  projects: Projects
  refreshSecret: Uint8Array
  now: () => number
}) {
  /**
   * The next refresh token follows from the last one, for who has the secret. So whoever did not hear an answer is told the
   * same again, and the database holds hashes alone.
   */
  const successorOf = (token: string): string =>
    createHmac('sha256', refreshSecret).update(`portico refresh ${token}`).digest('base64url')

  async function answer(session: WalletSession, refreshToken: string): Promise<WalletSessionResponse> {
    const { id: sessionId, userId, jkt, projectId, origin, authTime } = session
    const accessToken = await tokens.sign({ userId, sessionId, jkt, projectId, origin, authTime })
    return { accessToken, refreshToken, expiresIn: accessTokenSeconds, userId, sessionId }
  }

  return {
    /**
     * Makes a session of the vault's word about who somebody is.
     *
     * @param jkt of the request's proof: the assertion is for one key, and worth nothing to whoever has another.
     * @throws {HttpProblem}
     */
    async create({ assertion, jkt }: { assertion: string; jkt: string }): Promise<WalletSessionResponse> {
      const claims = await statements.readAssertion(assertion)
      if (claims.jkt !== jkt) throw new HttpProblem('assertion-invalid')
      const project = projects.authorize({ projectId: claims.projectId, origin: undefined })
      if (!isAllowed(project, claims.origin)) throw new HttpProblem('origin-not-allowed')
      const at = now()
      const session: WalletSession = {
        id: `ses_${randomBytes(16).toString('base64url')}`,
        userId: claims.sub,
        jkt,
        projectId: claims.projectId,
        origin: claims.origin,
        authTime: claims.iat * 1000,
        createdAt: at,
        lastUsedAt: at,
        expiresAt: at + sessionLimits.absoluteMs,
        revokedAt: null,
      }
      const refreshToken = randomBytes(32).toString('base64url')
      const assertionId = hash(`${claims.iss} ${claims.jti}`)
      if (!(await store.create({ session, assertionId, refreshHash: hash(refreshToken) })))
        throw new HttpProblem('assertion-used')
      return answer(session, refreshToken)
    },

    /** @throws {HttpProblem} `refresh-invalid`, `refresh-reused` or `session-expired` */
    async refresh({
      refreshToken,
      jkt,
    }: {
      refreshToken: string
      jkt: string
    }): Promise<WalletSessionResponse> {
      const next = successorOf(refreshToken)
      const result = await store.rotate({ hash: hash(refreshToken), nextHash: hash(next), jkt, now: now() })
      if (result.kind === 'rotated' || result.kind === 'repeated') return answer(result.session, next)
      if (result.kind === 'reused') throw new HttpProblem('refresh-reused')
      throw new HttpProblem(result.kind === 'ended' ? 'session-expired' : 'refresh-invalid')
    },

    /**
     * Whose an access token is; the database has the last word, so that an ended session ends at once.
     *
     * @throws {HttpProblem}
     */
    async authorize(accessToken: string): Promise<WalletSession> {
      const claims = await tokens.read(accessToken)
      const session = await store.find(claims.sessionId)
      if (!session || session.userId !== claims.userId || session.jkt !== claims.jkt)
        throw new HttpProblem('session-invalid')
      if (session.revokedAt !== null) throw new HttpProblem('session-revoked')
      if (!isLive(session, now())) throw new HttpProblem('session-expired')
      return session
    },

    list: ({ userId }: { userId: string }) => store.list({ userId, now: now() }),

    /** @throws {HttpProblem} `not-found` for what is not the user's. */
    async revoke({ id, session }: { id: string; session: WalletSession }): Promise<void> {
      const event = id === session.id ? 'sign-out' : 'session-revoked'
      if (!(await store.revoke({ id, userId: session.userId, event, now: now() })))
        throw new HttpProblem('not-found')
    },
  }
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')
