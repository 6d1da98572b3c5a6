import { type SocialProvider, socialEndpoints } from '@portico/protocol/social'
import type { SocialFinishRequest } from '@portico/protocol/vault'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  Configuration,
  clockSkew,
  enableNonRepudiationChecks,
} from 'openid-client'
import type { SocialAccount } from './OAuthProvider.ts'
import { providers } from './providers.ts'
import type { SocialClient } from './SocialClient.ts'

const timeoutSeconds = 10

/** Reads the accounts of logins at the providers. */
export type AccountReader = {
  /** Whether the operator has set up the provider. */
  isConfigured(provider: SocialProvider): boolean
  /**
   * Exchanges the code of a login and returns the account. Tokens are discarded, but for the ID token.
   *
   * @throws if the provider is not set up or refuses the code, or its answer is invalid or for another login.
   */
  read(login: {
    provider: SocialProvider
    params: SocialFinishRequest['params']
    /** The PKCE verifier (RFC 7636). */
    verifier: string
    nonce?: string | undefined
  }): Promise<SocialAccount>
}

/**
 * Creates the reader of accounts of one server. All ID tokens are verified with the provider's keys, although they come from the
 * provider.
 */
export function createAccountReader({
  clients,
  issuers,
  redirectUri,
  now,
}: {
  /** A provider without a client is off. */
  clients: Partial<Record<SocialProvider, SocialClient>>
  /** URL of local providers that imitate the real ones, without a trailing slash. */
  issuers: string | undefined
  /** Returns the address at which a provider returns with codes for this server. */
  redirectUri(provider: SocialProvider): string
  now: () => number
}): AccountReader {
  // One configuration for all logins, which keeps the provider's keys.
  const configurations = new Map<SocialProvider, Configuration>()

  function find(provider: SocialProvider): SocialClient {
    const client = clients[provider]
    if (!client) throw new Error(`the provider ${provider} is not set up`)
    return client
  }

  function configure(provider: SocialProvider): Configuration {
    const existing = configurations.get(provider)
    if (existing) return existing
    const [source, client] = [providers[provider], find(provider)]
    const { issuer, token, jwks } = socialEndpoints(provider, issuers)
    const config = new Configuration(
      {
        issuer,
        token_endpoint: token,
        ...(jwks !== undefined && { jwks_uri: jwks }),
        ...(source.sendsIssuer && { authorization_response_iss_parameter_supported: true }),
      },
      client.id,
      // The server's clock, which tests hold.
      { [clockSkew]: Math.round((now() - Date.now()) / 1000) },
      source.authenticate({ ...client, issuer }),
    )
    config.timeout = timeoutSeconds
    if (jwks !== undefined) enableNonRepudiationChecks(config)
    if (issuers !== undefined) allowInsecureRequests(config)
    configurations.set(provider, config)
    return config
  }

  return {
    isConfigured: (provider) => clients[provider] !== undefined,

    async read({ provider, params, verifier, nonce }) {
      const client = find(provider)
      const config = configure(provider)
      const { jwks, user } = socialEndpoints(provider, issuers)
      const callback = new URL(redirectUri(provider))
      for (const name of ['code', 'iss'] as const) {
        const value = params[name]
        if (value !== undefined) callback.searchParams.set(name, value)
      }
      const tokens = await authorizationCodeGrant(config, callback, {
        pkceCodeVerifier: verifier,
        ...(jwks !== undefined && { expectedNonce: nonce ?? '', idTokenExpected: true }),
      })
      const userUrl = user === undefined ? undefined : new URL(user)
      return providers[provider].readAccount({ tokens, config, client, userUrl, params })
    },
  }
}
