import { type SocialProvider, socialProvider } from '@portico/protocol/social'
import { readFarcasterRpcUrls } from '@portico/server/farcaster'
import type { EnvReader } from '@portico/server/process'
import { readClientSecret, type SocialClient } from '@portico/server/social'
import type { Socials } from './Config.ts'

/** Reads the clients that are registered at the providers of social logins. A provider without a client ID is off. */
export function readSocials({
  reader,
  production,
}: {
  reader: Pick<EnvReader, 'get' | 'problems' | 'serverUrl'>
  production: boolean
}): Socials {
  const { get, problems, serverUrl } = reader
  function text(name: string): string {
    const value = get(name)
    if (value === undefined) problems.push(`${name} is not set: it is needed beside SOCIAL_APPLE_CLIENT_ID.`)
    return value ?? ''
  }

  function readClient(provider: SocialProvider): SocialClient | undefined {
    const prefix = `SOCIAL_${provider.toUpperCase()}`
    const id = get(`${prefix}_CLIENT_ID`)
    if (id === undefined) return undefined
    if (provider !== 'apple') return { id, secret: readClientSecret(reader, `${prefix}_CLIENT_SECRET_FILE`) }
    return {
      id,
      secret: readClientSecret(reader, `${prefix}_KEY_FILE`),
      teamId: text(`${prefix}_TEAM_ID`),
      keyId: text(`${prefix}_KEY_ID`),
    }
  }

  const issuers = serverUrl('SOCIAL_ISSUERS', ['http:', 'https:'])?.replace(/\/$/, '')
  if (production && issuers !== undefined)
    problems.push('SOCIAL_ISSUERS replaces the real providers by local ones: unset it in production.')
  const clients: Socials['clients'] = {}
  for (const provider of socialProvider.options) {
    const client = readClient(provider)
    if (client) clients[provider] = client
  }
  return { issuers, clients, farcasterRpcUrls: readFarcasterRpcUrls(reader) }
}
