/** Providers that the identity server imitates. */
export type ProviderId = 'google' | 'apple' | 'github' | 'discord' | 'x' | 'facebook'

interface RegisteredClient {
  id: string
  /** Compared exactly. */
  redirectUris: readonly string[]
}

/** A client that authenticates by a secret. */
export interface SecretClient extends RegisteredClient {
  provider: Exclude<ProviderId, 'apple'>
  secret: string
}

/** A client of Apple, which signs a new secret for each call. */
export interface AppleClient extends RegisteredClient {
  provider: 'apple'
  teamId: string
  keyId: string
  /** P-256, SPKI in PEM. */
  publicKey: string
}

/** An application registered at a provider. */
export type IdentityClient = SecretClient | AppleClient
