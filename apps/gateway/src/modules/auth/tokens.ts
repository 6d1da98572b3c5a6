/*
 * The two tokens of sign-in: JWTs (RFC 7519) signed with Ed25519 (RFC 8037). They differ in `typ`, so that neither is
 * accepted in place of the other. `kid` selects one of the gateway's own keys and only EdDSA is accepted, so that a
 * token cannot choose how it is verified (RFC 8725 §3.1).
 */
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { Problem } from '../../infra/http/Problem.ts'
import type { ProblemCode } from '../../infra/http/problems.ts'
import type { Keys } from './loadKeys.ts'

type TokenKind = { typ: string; invalid: ProblemCode; expired: ProblemCode }

const nonceToken: TokenKind = {
  typ: 'nonce+jwt',
  invalid: 'nonce-token-invalid',
  expired: 'nonce-token-expired',
}
const sessionToken: TokenKind = { typ: 'JWT', invalid: 'session-invalid', expired: 'session-expired' }
export const tokenKinds = { nonce: nonceToken, session: sessionToken }

/** Seconds by which the clocks of several gateways may differ. */
const toleranceSeconds = 5

/** Signs a token. `issuedAt` and `expiresAt` are in milliseconds since the epoch. */
export async function signToken({
  kind,
  keys,
  claims,
  audience,
  issuedAt,
  expiresAt,
}: {
  kind: TokenKind
  keys: Keys
  claims: JWTPayload
  audience: string
  issuedAt: number
  expiresAt: number
}): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'EdDSA', kid: keys.signing.kid, typ: kind.typ })
    .setAudience(audience)
    .setIssuedAt(Math.floor(issuedAt / 1000))
    .setNotBefore(Math.floor(issuedAt / 1000))
    .setExpirationTime(Math.floor(expiresAt / 1000))
    .sign(keys.signing.key)
}

/**
 * Verifies a token and returns its claims.
 *
 * @param now milliseconds since the epoch.
 * @throws {Problem} `jwt-not-yet-valid`, or the `invalid` or `expired` code of the token kind.
 */
export async function readToken({
  kind,
  keys,
  token,
  audience,
  now,
}: {
  kind: TokenKind
  keys: Keys
  token: string
  audience: string
  now: number
}): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const verifying = keys.verifying.get(kid ?? '')
        if (!verifying) throw new errors.JWKSNoMatchingKey()
        return verifying.key
      },
      {
        algorithms: ['EdDSA'],
        typ: kind.typ,
        audience,
        requiredClaims: ['exp', 'iat', 'nbf'],
        currentDate: new Date(now),
        clockTolerance: toleranceSeconds,
      },
    )
    if ((payload.iat ?? 0) * 1000 > now + toleranceSeconds * 1000) throw new Problem('jwt-not-yet-valid')
    return payload
  } catch (error) {
    if (error instanceof Problem) throw error
    if (error instanceof errors.JWTExpired) throw new Problem(kind.expired)
    if (
      error instanceof errors.JWTClaimValidationFailed &&
      error.claim === 'nbf' &&
      error.reason === 'check_failed'
    )
      throw new Problem('jwt-not-yet-valid')
    if (error instanceof errors.JOSEError) throw new Problem(kind.invalid)
    throw error
  }
}
