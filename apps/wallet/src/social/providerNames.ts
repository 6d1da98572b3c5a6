import type { IdentityProvider } from '@portico/protocol/social'

/** The names of the providers, as they write them. */
export const providerNames: Readonly<Record<IdentityProvider, string>> = {
  google: 'Google',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
  x: 'X',
  discord: 'Discord',
  farcaster: 'Farcaster',
}
