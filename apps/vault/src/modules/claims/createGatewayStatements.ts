import { type IntroducedStatement, introducedStatement } from '@portico/protocol/gateway'
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import { Problem } from '../../problems/Problem.ts'

const toleranceSeconds = 60
/** The gateway issues statements for two minutes; refuse any with a longer lifetime. */
const maxLifetimeSeconds = 120

/** Verifies the gateway's statements. */
export type GatewayStatements = {
  /**
   * Verifies that the gateway introduced a key.
   *
   * @throws {Problem} `introduced-invalid`, or `gateway-unavailable` if its keys cannot be read.
   */
  readIntroduced(token: string): Promise<IntroducedStatement>
}

/**
 * Creates the verifier of the gateway's statements. Its keys are read from `/wallet/v1/jwks` and cached.
 *
 * @param parameters.gatewayUrl the issuer of the statements, without a trailing slash; undefined refuses all of them.
 */
export function createGatewayStatements({
  gatewayUrl,
  fetch = globalThis.fetch,
  now,
}: {
  gatewayUrl: string | undefined
  fetch?: typeof globalThis.fetch | undefined
  now: () => number
}): GatewayStatements {
  const keys =
    gatewayUrl === undefined
      ? undefined
      : createRemoteJWKSet(new URL(`${gatewayUrl}/wallet/v1/jwks`), {
          timeoutDuration: 5000,
          [customFetch]: fetch,
        })
  return {
    async readIntroduced(token) {
      if (!keys || gatewayUrl === undefined) throw new Problem('introductions-off')
      try {
        const { payload } = await jwtVerify(token, keys, {
          algorithms: ['ES256'],
          typ: 'introduced+jwt',
          issuer: gatewayUrl,
          audience: 'portico-vault',
          requiredClaims: ['exp', 'iat', 'jti'],
          currentDate: new Date(now()),
          clockTolerance: toleranceSeconds,
        })
        const claims = introducedStatement.parse(payload)
        const isLong = claims.exp - claims.iat > maxLifetimeSeconds
        if (isLong || claims.iat * 1000 > now() + toleranceSeconds * 1000)
          throw new Problem('introduced-invalid')
        return claims
      } catch (error) {
        // The key set could not be read: a network failure, a timeout, or a response that is none.
        if (error instanceof TypeError || error instanceof errors.JWKSTimeout || isNoKeySet(error))
          throw new Problem('gateway-unavailable', { cause: error })
        if (error instanceof errors.JOSEError || error instanceof z.core.$ZodError)
          throw new Problem('introduced-invalid')
        throw error
      }
    },
  }
}

/** Whether jose could not read the key set: it throws its base class for an HTTP error. */
function isNoKeySet(error: unknown): boolean {
  return (
    error instanceof errors.JWKSInvalid ||
    (error as { code?: unknown } | undefined)?.code === 'ERR_JOSE_GENERIC'
  )
}
