import { type SocialProvider, socialEndpoints } from '@portico/protocol/social'
import { isEqualSecret } from '@portico/server'
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import type { SocialConfig } from '../../../infra/config/SocialConfig.ts'
import { Problem } from '../../../infra/http/Problem.ts'
import { lifetimeMs } from './introductionLimits.ts'

const timeoutMs = 5000
const toleranceSeconds = 60

/** The claims of an ID token that matter here. `aud` is one client: a token for several could have been issued to another. */
const idTokenClaims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  aud: z.string(),
  azp: z.optional(z.string()),
  nonce: z.string(),
})

/**
 * Creates the verifier of the ID tokens of providers (OpenID Connect Core 1.0, section 3.1.3.7), which are the gateway's own
 * proof of a social login. Only RS256 is accepted, whatever a header says. The keys of each provider are loaded when they are
 * first needed, and cached.
 */
export function createIdTokens({
  config: { issuers, clientIds },
  now,
}: {
  config: Pick<SocialConfig, 'issuers' | 'clientIds'>
  now: () => number
}) {
  const providers = new Map(
    [...clientIds].flatMap(([provider, clientId]) => {
      const { issuer, jwks } = socialEndpoints(provider, issuers)
      return jwks === undefined ? [] : [[provider, { clientId, issuer, keys: loadKeys(jwks) }] as const]
    }),
  )

  function find(provider: SocialProvider) {
    const found = providers.get(provider)
    if (!found) throw new Problem('provider-off')
    return found
  }

  return {
    /**
     * Verifies an ID token and returns the ID of the account at the provider.
     *
     * @param nonce must be the one of the token, which binds it to one login of one key.
     * @throws {Problem} `id-token-invalid`, `provider-off` or `provider-unavailable`
     */
    async readSubject({
      provider,
      token,
      nonce,
    }: {
      provider: SocialProvider
      token: string
      nonce: string
    }): Promise<string> {
      const { clientId, issuer, keys } = find(provider)
      try {
        const { payload } = await jwtVerify(token, keys, {
          algorithms: ['RS256'],
          issuer,
          audience: clientId,
          requiredClaims: ['exp', 'iat', 'sub', 'nonce'],
          currentDate: new Date(now()),
          clockTolerance: toleranceSeconds,
          // No token for this introduction is older than the introduction.
          maxTokenAge: lifetimeMs / 1000,
        })
        const claims = z.parse(idTokenClaims, payload)
        const isOurs = claims.azp === undefined || claims.azp === clientId
        if (!isOurs || !isEqualSecret(claims.nonce, nonce)) throw new Problem('id-token-invalid')
        return claims.sub
      } catch (error) {
        throw error instanceof errors.JOSEError || error instanceof z.core.$ZodError
          ? new Problem('id-token-invalid', { cause: error })
          : error
      }
    },
  }
}

export type IdTokens = ReturnType<typeof createIdTokens>

/** Returns the key set at a URL. That it cannot be loaded is a problem of its own, as the token may be valid. */
function loadKeys(url: string): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(url), { timeoutDuration: timeoutMs })
  return async (header, token) => {
    try {
      return await keys(header, token)
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
        throw error
      throw new Problem('provider-unavailable', { cause: error })
    }
  }
}
