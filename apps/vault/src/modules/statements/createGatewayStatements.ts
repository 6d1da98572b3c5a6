import {
  type AddressChangeStatement,
  addressChangeStatement,
  type GatewayNotice,
  gatewayNotice,
  type IntroducedStatement,
  introducedStatement,
} from '@portico/protocol/gateway'
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
  /**
   * Verifies that the gateway has verified both addresses of a change of address.
   *
   * @throws {Problem} `introduced-invalid`, or `gateway-unavailable` if its keys cannot be read.
   */
  readAddressChange(token: string): Promise<AddressChangeStatement>
  /**
   * Verifies a notice.
   *
   * @throws {Problem} `introduced-invalid`, or `gateway-unavailable` if its keys cannot be read.
   */
  readNotice(token: string): Promise<GatewayNotice>
}

/**
 * Creates the verifier of the gateway's statements. Its keys are read from `/wallet/v1/jwks` and cached.
 *
 * @param parameters.gatewayUrl the issuer of the statements, without a trailing slash.
 */
export function createGatewayStatements({
  gatewayUrl,
  fetch = globalThis.fetch,
  now,
}: {
  gatewayUrl: string
  fetch?: typeof globalThis.fetch | undefined
  now: () => number
}): GatewayStatements {
  const keys = createRemoteJWKSet(new URL(`${gatewayUrl}/wallet/v1/jwks`), {
    timeoutDuration: 5000,
    [customFetch]: fetch,
  })

  async function read<Schema extends z.ZodMiniType<{ iat: number; exp: number }>>(
    token: string,
    typ: 'introduced+jwt' | 'address-change+jwt' | 'notice+jwt',
    schema: Schema,
  ): Promise<z.output<Schema>> {
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ['ES256'],
        typ,
        issuer: gatewayUrl,
        audience: 'portico-vault',
        requiredClaims: ['exp', 'iat', 'jti'],
        currentDate: new Date(now()),
        clockTolerance: toleranceSeconds,
      })
      const claims = z.parse(schema, payload)
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
  }

  return {
    readIntroduced: (token) => read(token, 'introduced+jwt', introducedStatement),
    readAddressChange: (token) => read(token, 'address-change+jwt', addressChangeStatement),
    readNotice: (token) => read(token, 'notice+jwt', gatewayNotice),
  }
}

/** Whether jose could not read the key set: it throws its base class for an HTTP error. */
function isNoKeySet(error: unknown): boolean {
  return (
    error instanceof errors.JWKSInvalid ||
    (error as { code?: unknown } | undefined)?.code === 'ERR_JOSE_GENERIC'
  )
}
