import type { SocialFinishRequest } from '@portico/protocol/vault'
import type {
  ClientAuth,
  Configuration,
  TokenEndpointResponse,
  TokenEndpointResponseHelpers,
} from 'openid-client'
import type { SocialClient } from './SocialClient.ts'

/** A person's account at a provider. */
export type SocialAccount = {
  /** ID of the account at the provider. */
  subject: string
  /** Only if the provider says that it has verified the address. */
  email?: string | undefined
  name?: string | undefined
  /** The public name, such as a login at GitHub. */
  handle?: string | undefined
  /** Only of providers that issue one. */
  idToken?: string | undefined
}

/** What differs between the providers. */
export type OAuthProvider = {
  /** How the client authenticates at the token endpoint. */
  authenticate(client: SocialClient & { issuer: string }): ClientAuth
  /** Whether the provider returns with `iss` (RFC 9207); without it, the login is refused then. */
  sendsIssuer?: boolean
  /** Reads the account with the tokens of a login. */
  readAccount(call: {
    tokens: TokenEndpointResponse & TokenEndpointResponseHelpers
    config: Configuration
    client: SocialClient
    /** Where accounts are read; providers with ID tokens have none. */
    userUrl: URL | undefined
    /** The parameters with which the provider returned. */
    params: SocialFinishRequest['params']
  }): Promise<SocialAccount>
}
