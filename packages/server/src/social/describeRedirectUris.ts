import { type SocialProvider, socialEndpoints } from '@portico/protocol/social'

/** Returns the line of `--check` about the addresses to register at a provider: that of the vault, and that of the gateway. */
export function describeRedirectUris({
  walletOrigin,
  provider,
}: {
  walletOrigin: string
  provider: SocialProvider
}): string {
  const uri = `${walletOrigin}/social/${provider}`
  // The gateway verifies ID tokens instead.
  const uris = socialEndpoints(provider).jwks === undefined ? [uri, `${uri}/second`] : [uri]
  return `social login with ${provider}: register ${uris.join(' and ')} there as redirect URI`
}
