import { socialProvider } from '@portico/protocol/social'
import { describeRedirectUris } from '@portico/server/social'
import type { Config } from './Config.ts'

/** Returns what to register at each configured provider of social logins, one line each, and how logins with Farcaster are verified. */
export function listRedirectUris({
  walletOrigin,
  socials,
}: Pick<Config, 'walletOrigin' | 'socials'>): string[] {
  const { farcasterRpcUrls } = socials
  const farcaster = farcasterRpcUrls
    ? [`logins with Farcaster: verified with ${farcasterRpcUrls.length} nodes; nothing to register`]
    : []
  const configured = socialProvider.options.filter((provider) => socials.clients[provider])
  if (configured.length === 0) return ['no social logins: no SOCIAL_…_CLIENT_ID is set', ...farcaster]
  return [...configured.map((provider) => describeRedirectUris({ walletOrigin, provider })), ...farcaster]
}
