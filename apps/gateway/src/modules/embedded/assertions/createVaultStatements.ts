/*
 * The signed statements of the vault: who a user is, that a recovery secret was stored, that the owner stopped a device, that a
 * device added another one, that the link of a change of address was approved, that the address was changed, and that the owner
 * was mailed about an export. All are signed with ES256 by a key of the vault. They differ in `typ`, so that none is accepted in
 * place of another.
 */
import {
  type AutoReceipt,
  autoReceipt,
  type DeviceAdded,
  deviceAdded,
  type EmailApproved,
  type EmailChanged,
  type EmailReverted,
  type ExportNoticed,
  emailApproved,
  emailChanged,
  emailReverted,
  exportNoticed,
  type HoldCancelled,
  holdCancelled,
  type IdentityAssertion,
  type IdentityBatch,
  identityAssertion,
  identityBatch,
} from '@portico/protocol/vault'
import { decodeProtectedHeader, errors, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import { Problem } from '../../../infra/http/Problem.ts'
import type { VaultKeys } from './createVaultKeys.ts'

const toleranceSeconds = 60
/** The vault issues assertions for one minute; refuse any with a much longer lifetime. */
const maxLifetimeSeconds = 120

/** A device that the owner of the address stopped. */
export type StoppedDevice =
  | (HoldCancelled & { kind: 'hold-cancelled' })
  | (EmailReverted & { kind: 'email-reverted' })

/** Creates the verifier of the vault's statements. */
export function createVaultStatements({
  keys,
  issuer,
  now,
}: {
  keys: VaultKeys
  /** URL of the vault. */
  issuer: string
  now: () => number
}) {
  async function read(token: string, typ: string, requiredClaims: string[]): Promise<unknown> {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = await keys.find(kid ?? '')
        if (!key) throw new errors.JWKSNoMatchingKey()
        return key
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
    if ((payload.iat ?? 0) * 1000 > now() + toleranceSeconds * 1000) throw new Problem('jwt-not-yet-valid')
    return payload
  }

  const toProblem = (
    error: unknown,
    code: 'assertion-invalid' | 'receipt-invalid' | 'statement-invalid',
  ): unknown =>
    error instanceof errors.JOSEError || error instanceof z.core.$ZodError ? new Problem(code) : error

  return {
    /**
     * Verifies an identity assertion.
     *
     * @throws {Problem} `assertion-invalid`, `assertion-expired`, `jwt-not-yet-valid` or `vault-unavailable`
     */
    async readAssertion(token: string): Promise<IdentityAssertion> {
      try {
        const claims = identityAssertion.parse(await read(token, 'identity+jwt', ['exp', 'iat', 'jti']))
        if (claims.exp - claims.iat > maxLifetimeSeconds) throw new Problem('assertion-invalid')
        return claims
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw new Problem('assertion-expired')
        if (
          error instanceof errors.JWTClaimValidationFailed &&
          error.claim === 'nbf' &&
          error.reason === 'check_failed'
        )
          throw new Problem('jwt-not-yet-valid')
        throw toProblem(error, 'assertion-invalid')
      }
    },
    /**
     * Verifies a receipt for a recovery secret.
     *
     * @throws {Problem} `receipt-invalid`, `jwt-not-yet-valid` or `vault-unavailable`
     */
    async readReceipt(token: string): Promise<AutoReceipt> {
      try {
        return autoReceipt.parse(await read(token, 'auto-receipt+jwt', ['iat']))
      } catch (error) {
        throw toProblem(error, 'receipt-invalid')
      }
    },
    /**
     * Verifies a statement that a device added another one.
     *
     * @throws {Problem} `statement-invalid`, `jwt-not-yet-valid` or `vault-unavailable`
     */
    async readAdded(token: string): Promise<DeviceAdded> {
      try {
        const claims = deviceAdded.parse(await read(token, 'device-added+jwt', ['exp', 'iat']))
        if (claims.exp - claims.iat > maxLifetimeSeconds) throw new Problem('statement-invalid')
        return claims
      } catch (error) {
        throw toProblem(error, 'statement-invalid')
      }
    },
    /**
     * Verifies a statement that the owner of an address approved the vault's link.
     *
     * @throws {Problem} `statement-invalid`, `jwt-not-yet-valid` or `vault-unavailable`
     */
    async readApproved(token: string): Promise<EmailApproved> {
      try {
        const claims = emailApproved.parse(await read(token, 'email-approved+jwt', ['exp', 'iat']))
        if (claims.exp - claims.iat > maxLifetimeSeconds) throw new Problem('statement-invalid')
        return claims
      } catch (error) {
        throw toProblem(error, 'statement-invalid')
      }
    },
    /**
     * Verifies a statement that the vault changed an address.
     *
     * @throws {Problem} `statement-invalid`, `jwt-not-yet-valid` or `vault-unavailable`
     */
    async readChanged(token: string): Promise<EmailChanged> {
      try {
        return emailChanged.parse(await read(token, 'email-changed+jwt', ['exp', 'iat']))
      } catch (error) {
        throw toProblem(error, 'statement-invalid')
      }
    },
    /**
     * Verifies a statement that the owner was mailed about an export of the key.
     *
     * @throws {Problem} `statement-invalid`, `jwt-not-yet-valid` or `vault-unavailable`
     */
    async readExport(token: string): Promise<ExportNoticed> {
      try {
        const claims = exportNoticed.parse(await read(token, 'export-noticed+jwt', ['exp', 'iat', 'jti']))
        if (claims.exp - claims.iat > maxLifetimeSeconds) throw new Problem('statement-invalid')
        return claims
      } catch (error) {
        throw toProblem(error, 'statement-invalid')
      }
    },
    /**
     * Verifies a line of the file with which the gateway takes over the addresses of its users.
     *
     * @throws {Problem} `statement-invalid`, `jwt-not-yet-valid` or `vault-unavailable`
     */
    async readIdentities(token: string): Promise<IdentityBatch> {
      try {
        return identityBatch.parse(await read(token, 'identities+jwt', ['iat']))
      } catch (error) {
        throw toProblem(error, 'statement-invalid')
      }
    },
    /**
     * Verifies a statement that the owner of the address stopped a device.
     *
     * @throws {Problem} `statement-invalid`, `jwt-not-yet-valid` or `vault-unavailable`
     */
    async readStopped(token: string): Promise<StoppedDevice> {
      try {
        const isHold = decodeProtectedHeader(token).typ === 'hold-cancelled+jwt'
        if (isHold)
          return {
            kind: 'hold-cancelled',
            ...holdCancelled.parse(await read(token, 'hold-cancelled+jwt', ['exp', 'iat'])),
          }
        const claims = emailReverted.parse(await read(token, 'email-reverted+jwt', ['exp', 'iat']))
        return { kind: 'email-reverted', ...claims }
      } catch (error) {
        // `decodeProtectedHeader` throws a TypeError for text that is no JWT.
        throw error instanceof TypeError
          ? new Problem('statement-invalid')
          : toProblem(error, 'statement-invalid')
      }
    },
  }
}

export type VaultStatements = ReturnType<typeof createVaultStatements>
