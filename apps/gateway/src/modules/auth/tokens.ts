/*
 * The two tokens of sign-in, JWT (RFC 7519) signed with Ed25519 (RFC 8037). They differ in `typ`, so that one never
 * passes for the other; the key is chosen by `kid` among our own, and no other algorithm is read, so that a token cannot
 * choose how it is checked (RFC 8725 §3.1).
 */
import { RequestProblem } from '@portico/server'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { HttpProblem } from '../../http/HttpProblem.ts'
import type { ProblemCode } from '../../http/problems.ts'
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
const tolerance = 5

/** Signs a token. Times in milliseconds. */
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
 * Checks a token and returns its claims.
 *
 * @throws {HttpProblem} `jwt-not-yet-valid`, or what the kind says.
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
        const known = keys.verifying.get(kid ?? '')
        if (!known) throw new errors.JWKSNoMatchingKey()
        return known.key
      },
      {
        algorithms: ['EdDSA'],
        typ: kind.typ,
        audience,
        requiredClaims: ['exp', 'iat', 'nbf'],
        currentDate: new Date(now),
        clockTolerance: tolerance,
      },
    )
    if ((payload.iat ?? 0) * 1000 > now + tolerance * 1000) throw new HttpProblem('jwt-not-yet-valid')
    return payload
  } catch (error) {
    if (error instanceof RequestProblem) throw error
    if (error instanceof errors.JWTExpired) throw new HttpProblem(kind.expired)
    if (
      error instanceof errors.JWTClaimValidationFailed &&
      error.claim === 'nbf' &&
      error.reason === 'check_failed'
    )
      throw new HttpProblem('jwt-not-yet-valid')
    if (error instanceof errors.JOSEError) throw new HttpProblem(kind.invalid)
    throw error
  }
}
