import type { JWTPayload } from 'jose'
import type { Answer } from '../http/Answer.ts'
import type { Grant } from './createGrants.ts'
import type { IdentityClient, ProviderId } from './IdentityClient.ts'
import type { OAuthError } from './OAuthError.ts'
import type { Person } from './people.ts'

/** A way to authenticate a client at the token endpoint: by header, or by fields of the form. */
export type ClientAuthentication = 'client_secret_basic' | 'client_secret_post'

/** A way to return the result of a login to the redirect URI. */
export type ResponseMode = 'query' | 'form_post'

/** A request with a valid access token. */
export interface ResourceRequest {
  token: string
  grant: Grant
  query: URLSearchParams
}

/** What is specific to one imitated provider. */
export interface Provider {
  id: ProviderId
  name: string
  clientAuthentication: readonly ClientAuthentication[]
  responseModes: readonly ResponseMode[]
  scopes: readonly string[]
  /** Verifies a client's secret if it is not a fixed text. */
  verifySecret?(parameters: {
    client: IdentityClient
    secret: string
    issuer: string
    now: () => number
  }): Promise<void>
  /** ID tokens and discovery (OpenID Connect); absent at providers with plain OAuth 2. */
  openId?: {
    /** Path of the JWK set. */
    keysPath: string
    /** Path of the userinfo endpoint. */
    userinfoPath?: string
    /** Returns the claims about the person, or nothing if the scopes ask for no ID token. */
    claims(grant: Grant): JWTPayload | undefined
  }
  /** Returns why a browser is refused. */
  refuseBrowser?(userAgent: string): string | undefined
  /** Returns what is wrong with the query of an authorization request. */
  refuseRequest?(query: URLSearchParams): string | undefined
  /** Whether a person who is logged in and has allowed the client before is sent back without seeing the page. */
  skipsPage?(prompt: readonly string[]): boolean
  /** Error code if the person cancels. @default 'access_denied' */
  cancelError?: string
  /** Returns further parameters of every result, errors included. */
  resultFields?(parameters: { issuer: string }): Record<string, string>
  /** Returns further parameters of the first successful login of a person at a client. */
  firstLoginFields?(parameters: { person: Person; scopes: readonly string[] }): Record<string, string>
  /** Text appended to the redirect URI with the result. */
  redirectSuffix?: string
  /** Returns the token response in this provider's form. */
  formatToken?(response: Record<string, unknown>): Record<string, unknown>
  /** Returns the response of the token endpoint to an error. */
  formatTokenError?(error: OAuthError): Answer
  /** The endpoints for access tokens, by path. */
  resources: Readonly<Record<string, (request: ResourceRequest) => Answer>>
}
