/*
 * Access tokens of embedded wallets: JWTs (RFC 9068) signed with ES256, valid for five minutes and bound to the key
 * of a DPoP proof (RFC 9449 §6). Only ES256 is accepted, and `kid` selects one of the gateway's own keys (RFC 8725
 * §3.1).
 */
import { errors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import { Problem } from '../../../infra/http/Problem.ts'
import type { WalletKeys } from '../secrets/loadWalletKeys.ts'

/** The claims of an access token. */
export type AccessClaims = {
  userId: string
  sessionId: string
  jkt: string
  projectId: string
  origin: string
  /** Time of the login in milliseconds since the epoch. */
  authTime: number
}

/** Lifetime of an access token in seconds. */
export const accessTokenSeconds = 300
const toleranceSeconds = 60
const audience = 'portico-wallet'
const typ = 'at+jwt'

const claims = z.object({
  sub: z.string(),
  sid: z.string(),
  cnf: z.object({ jkt: z.string() }),
  projectId: z.string(),
  origin: z.string(),
  auth_time: z.number(),
})

/** Creates the service that signs and verifies access tokens. */
export function createAccessTokens({
  keys,
  issuer,
  now,
}: {
  keys: Pick<WalletKeys, 'signing' | 'verifying'>
  issuer: string
  now: () => number
}) {
  return {
    sign({ userId, sessionId, jkt, projectId, origin, authTime }: AccessClaims): Promise<string> {
      const at = Math.floor(now() / 1000)
      return new SignJWT({
        sid: sessionId,
        cnf: { jkt },
        projectId,
        origin,
        auth_time: Math.floor(authTime / 1000),
      })
        .setProtectedHeader({ alg: 'ES256', kid: keys.signing.kid, typ })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(userId)
        .setIssuedAt(at)
        .setNotBefore(at)
        .setExpirationTime(at + accessTokenSeconds)
        .sign(keys.signing.key)
    },

    /**
     * Verifies a token and returns its claims.
     *
     * @throws {Problem} `session-invalid`, `session-expired` or `jwt-not-yet-valid`
     */
    async read(token: string): Promise<AccessClaims> {
      try {
        const { payload } = await jwtVerify(
          token,
          ({ kid }) => {
            const key = keys.verifying.get(kid ?? '')
            if (!key) throw new errors.JWKSNoMatchingKey()
            return key
          },
          {
            algorithms: ['ES256'],
            typ,
            issuer,
            audience,
            requiredClaims: ['exp', 'iat', 'nbf'],
            currentDate: new Date(now()),
            clockTolerance: toleranceSeconds,
          },
        )
        const { sub, sid, cnf, projectId, origin, auth_time } = claims.parse(payload)
        return { userId: sub, sessionId: sid, jkt: cnf.jkt, projectId, origin, authTime: auth_time * 1000 }
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw new Problem('session-expired')
        if (
          error instanceof errors.JWTClaimValidationFailed &&
          error.claim === 'nbf' &&
          error.reason === 'check_failed'
        )
          throw new Problem('jwt-not-yet-valid')
        if (error instanceof errors.JOSEError || error instanceof z.core.$ZodError)
          throw new Problem('session-invalid')
        throw error
      }
    },
  }
}

export type AccessTokens = ReturnType<typeof createAccessTokens>
