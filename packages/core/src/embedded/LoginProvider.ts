import type { SocialProvider } from '@portico/protocol/social'

/** Where a visitor can log in with an existing account: a provider of social logins, or Farcaster, whose app signs a message. */
export type LoginProvider = SocialProvider | 'farcaster'
