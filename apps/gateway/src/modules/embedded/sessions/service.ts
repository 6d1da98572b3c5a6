import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { WalletSessionResponse } from '@portico/protocol/gateway'
import { Problem } from '../../../infra/http/Problem.ts'
import type { VaultStatements } from '../assertions/createVaultStatements.ts'
import type { WalletDevices } from '../devices/service.ts'
import { type AccessTokens, accessTokenSeconds } from '../tokens/accessTokens.ts'
import type { RequirePage } from './createRequirePage.ts'
import type { NewSession } from './insertSession.ts'
import { isLive, sessionLimits } from './isLive.ts'
import type { WalletSession, WalletSessionStore } from './store.ts'

/** A session that is not stored yet, with its first refresh token. */
export type PreparedSession = { row: NewSession; refreshToken: string }

/**
 * Creates the service that creates, refreshes and revokes wallet sessions.
 *
 * @param needsIntroduction if given, an assertion of the vault alone creates sessions only for introduced keys.
 */
export function createWalletSessions({
  store,
  tokens,
  statements,
  devices,
  requirePage,
  refreshSecret,
  needsIntroduction,
  now,
}: {
  store: WalletSessionStore
  tokens: AccessTokens
  statements: VaultStatements
  devices: Pick<WalletDevices, 'record' | 'requireTrusted'>
  requirePage: RequirePage
  refreshSecret: Uint8Array
  needsIntroduction?: { isIntroduced(device: { userId: string; jkt: string }): Promise<boolean> } | undefined
  now: () => number
}) {
  /**
   * Derives the next refresh token from the previous one with a secret key. A repeated request therefore gets the same
   * token, although the database stores only hashes.
   */
  const successorOf = (token: string): string =>
    createHmac('sha256', refreshSecret).update(`portico refresh ${token}`).digest('base64url')

  async function toResponse(session: WalletSession, refreshToken: string): Promise<WalletSessionResponse> {
    const { id: sessionId, userId, jkt, projectId, origin, authTime } = session
    const accessToken = await tokens.sign({ userId, sessionId, jkt, projectId, origin, authTime })
    return { accessToken, refreshToken, expiresIn: accessTokenSeconds, userId, sessionId }
  }

  /** Returns a new session, which is not stored yet, and its first refresh token. */
  function prepare({
    userId,
    jkt,
    projectId,
    origin,
    authTime,
    introducedAt,
    way,
    assertionId,
  }: Pick<WalletSession, 'userId' | 'jkt' | 'projectId' | 'origin' | 'authTime' | 'introducedAt' | 'way'> & {
    assertionId: string
  }): PreparedSession {
    const at = now()
    const refreshToken = randomBytes(32).toString('base64url')
    const session: WalletSession = {
      id: `ses_${randomBytes(16).toString('base64url')}`,
      userId,
      jkt,
      projectId,
      origin,
      authTime,
      introducedAt,
      way,
      createdAt: at,
      lastUsedAt: at,
      expiresAt: at + sessionLimits.absoluteMs,
      revokedAt: null,
    }
    return { row: { session, assertionId, refreshHash: hash(refreshToken) }, refreshToken }
  }

  return {
    prepare,

    /** Returns the tokens of a prepared session, once it is stored. */
    respond: ({ row, refreshToken }: PreparedSession) => toResponse(row.session, refreshToken),

    /**
     * Creates a session from an identity assertion of the vault.
     *
     * @param jkt key thumbprint of the request's DPoP proof. The assertion is bound to one key.
     * @throws {Problem} `assertion-invalid`, `assertion-expired`, `assertion-used`, `jwt-not-yet-valid`, `invalid-key`,
     * `origin-not-allowed`, `introduction-required` or `vault-unavailable`
     */
    async create({ assertion, jkt }: { assertion: string; jkt: string }): Promise<WalletSessionResponse> {
      const claims = await statements.readAssertion(assertion)
      // A social login needs the gateway's own proof each time, see `createSocialProof`.
      if (claims.jkt !== jkt || claims.method !== 'email') throw new Problem('assertion-invalid')
      requirePage(claims)
      const { sub: userId, heldUntil, deviceSince } = claims
      if (needsIntroduction && !(await needsIntroduction.isIntroduced({ userId, jkt })))
        throw new Problem('introduction-required')
      // Before the session, so that no session exists without it.
      await devices.record({ userId, jkt, heldUntil, deviceSince })
      const prepared = prepare({
        userId,
        jkt,
        projectId: claims.projectId,
        origin: claims.origin,
        authTime: claims.iat * 1000,
        introducedAt: null,
        way: null,
        assertionId: hash(`${claims.iss} ${claims.jti}`),
      })
      if (!(await store.create(prepared.row))) throw new Problem('assertion-used')
      return toResponse(prepared.row.session, prepared.refreshToken)
    },

    /**
     * Exchanges a refresh token for new tokens.
     *
     * @throws {Problem} `refresh-invalid`, `refresh-reused` or `session-expired`
     */
    async refresh({
      refreshToken,
      jkt,
    }: {
      refreshToken: string
      jkt: string
    }): Promise<WalletSessionResponse> {
      const next = successorOf(refreshToken)
      const result = await store.rotate({ hash: hash(refreshToken), nextHash: hash(next), jkt, now: now() })
      if (result.kind === 'rotated' || result.kind === 'repeated') return toResponse(result.session, next)
      if (result.kind === 'reused') throw new Problem('refresh-reused')
      throw new Problem(result.kind === 'ended' ? 'session-expired' : 'refresh-invalid')
    },

    /**
     * Returns the session of an access token. Also checks the stored session, so that a revocation takes effect at
     * once.
     *
     * @throws {Problem} `session-invalid`, `session-revoked`, `session-expired` or `jwt-not-yet-valid`
     */
    async authorize(accessToken: string): Promise<WalletSession> {
      const claims = await tokens.read(accessToken)
      const session = await store.find(claims.sessionId)
      if (!session || session.userId !== claims.userId || session.jkt !== claims.jkt)
        throw new Problem('session-invalid')
      if (session.revokedAt !== null) throw new Problem('session-revoked')
      if (!isLive(session, now())) throw new Problem('session-expired')
      return session
    },

    list: ({ userId }: { userId: string }) => store.list({ userId, now: now() }),

    /**
     * Revokes a session of the user: that of another device, which ends that device, or of this device, to sign out.
     *
     * @throws {Problem} `not-found` if the user has no such session; `device-held` or `device-too-new` if a device that is
     * not trusted yet wants to end another one.
     */
    async revoke({ id, session }: { id: string; session: WalletSession }): Promise<void> {
      if (id !== session.id) await devices.requireTrusted(session)
      // Another page of the same browser has the same key, which must stay known.
      const isOwn = (await store.find(id))?.jkt === session.jkt
      const event = isOwn ? 'sign-out' : 'session-revoked'
      if (!(await store.revoke({ id, userId: session.userId, event, now: now() })))
        throw new Problem('not-found')
    },
  }
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')

export type WalletSessions = ReturnType<typeof createWalletSessions>
