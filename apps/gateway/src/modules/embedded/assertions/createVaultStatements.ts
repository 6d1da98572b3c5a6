/*
 * What the vault says under its signature: who somebody is, and that it keeps a recovery secret. ES256 alone, by a key of
 * the vault, each with its own `typ`, so that neither passes for the other.
 */
import {
  type AutoReceipt,
  autoReceipt,
  type IdentityAssertion,
  identityAssertion,
} from '@portico/protocol/vault'
import { errors, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import { HttpProblem } from '../../../http/HttpProblem.ts'
import type { VaultKeys } from './createVaultKeys.ts'

const toleranceSeconds = 60
/** An assertion lives a minute: one that claims more was not meant for us. */
const longestSeconds = 120

/** Reads the vault's statements. */
export function createVaultStatements({
  keys,
  issuer,
  now,
}: {
  keys: VaultKeys
  /** Address of the vault. */
  issuer: string
  now: () => number
}) {
  async function read(token: string, typ: string, requiredClaims: string[]): Promise<unknown> {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const known = await keys.find(kid ?? '')
        if (!known) throw new errors.JWKSNoMatchingKey()
        return known
      },
      {
        algorithms: ['ES256'],
        typ,
        issuer,
        audience: 'portico-gateway',
        requiredClaims,
        currentDate: new Date(now()),
        clockTolerance: toleranceSeconds,
      },
    )
    if ((payload.iat ?? 0) * 1000 > now() + toleranceSeconds * 1000)
      throw new HttpProblem('jwt-not-yet-valid')
    return payload
  }

  const refuse = (error: unknown, code: 'assertion-invalid' | 'receipt-invalid'): unknown =>
    error instanceof errors.JOSEError || error instanceof z.core.$ZodError ? new HttpProblem(code) : error

  return {
    /** @throws {HttpProblem} `assertion-invalid`, `assertion-expired`, `jwt-not-yet-valid` or `vault-unavailable` */
    async readAssertion(token: string): Promise<IdentityAssertion> {
      try {
        const claims = identityAssertion.parse(await read(token, 'identity+jwt', ['exp', 'iat', 'jti']))
        if (claims.exp - claims.iat > longestSeconds) throw new HttpProblem('assertion-invalid')
        return claims
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw new HttpProblem('assertion-expired')
        if (
          error instanceof errors.JWTClaimValidationFailed &&
          error.claim === 'nbf' &&
          error.reason === 'check_failed'
        )
          throw new HttpProblem('jwt-not-yet-valid')
        throw refuse(error, 'assertion-invalid')
      }
    },
    /** @throws {HttpProblem} `receipt-invalid`, `jwt-not-yet-valid` or `vault-unavailable` */
    async readReceipt(token: string): Promise<AutoReceipt> {
      try {
        return autoReceipt.parse(await read(token, 'auto-receipt+jwt', ['iat']))
      } catch (error) {
        throw refuse(error, 'receipt-invalid')
      }
    },
  }
}

export type VaultStatements = ReturnType<typeof createVaultStatements>
