import { type SocialProvider, socialEndpoints, socialProvider } from '@portico/protocol/social'
import { readFarcasterRpcUrls } from '@portico/server/farcaster'
import type { EnvReader } from '@portico/server/process'
import { readClientSecret } from '@portico/server/social'
import type { SocialConfig } from '../../infra/config/SocialConfig.ts'

/**
 * Reads the clients at the providers of social logins. The gateway needs the secrets only of those that issue no ID tokens: there it
 * exchanges codes of its own.
 */
export function readSocial({
  reader,
  production,
}: {
  reader: Pick<EnvReader, 'get' | 'problems'>
  production: boolean
}): SocialConfig {
  const { get, problems } = reader
  const issuers = get('SOCIAL_ISSUERS')?.replace(/\/+$/, '')
  if (issuers !== undefined && production)
    problems.push('SOCIAL_ISSUERS must not be set in production: it replaces the providers of social logins.')
  else if (issuers !== undefined && !(URL.canParse(issuers) && /^https?:$/.test(new URL(issuers).protocol)))
    problems.push(`SOCIAL_ISSUERS must be an http:// or https:// address; it is "${issuers.slice(0, 80)}".`)
  const clientIds = new Map<SocialProvider, string>()
  const clients: SocialConfig['clients'] = {}
  for (const provider of socialProvider.options) {
    const prefix = `SOCIAL_${provider.toUpperCase()}`
    const id = get(`${prefix}_CLIENT_ID`)
    if (id === undefined) continue
    clientIds.set(provider, id)
    if (socialEndpoints(provider).jwks === undefined)
      clients[provider] = { id, secret: readClientSecret(reader, `${prefix}_CLIENT_SECRET_FILE`) }
  }
  return { issuers, clientIds, clients, farcasterRpcUrls: readFarcasterRpcUrls(reader) }
}
