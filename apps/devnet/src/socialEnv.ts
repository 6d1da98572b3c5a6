import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { localFarcaster } from './identity/farcaster/localFarcaster.ts'
import { localIdentity } from './identity/localIdentity.ts'

/**
 * Writes the secrets of the clients at the local identity providers to files, and returns the environment variables with which
 * vault, gateway and wallet site log in there, and with Farcaster.
 *
 * @param folder of the files; created if it does not exist
 * @param identityUrl URL of the identity server
 * @param evmPort Port of Local One, which has Farcaster's registries.
 */
export function socialEnv({
  folder,
  identityUrl,
  evmPort,
}: {
  folder: string
  identityUrl: string
  evmPort: number
}): Record<string, string> {
  mkdirSync(folder, { recursive: true })
  const env: Record<string, string> = {
    SOCIAL_ISSUERS: identityUrl,
    SOCIAL_APPLE_TEAM_ID: localIdentity.appleTeamId,
    SOCIAL_APPLE_KEY_ID: localIdentity.appleKeyId,
    FARCASTER_RELAY: `${identityUrl}${localFarcaster.path}`,
    // The servers ask two nodes. Locally both are Local One, by two names.
    FARCASTER_RPC_URLS: `http://127.0.0.1:${evmPort},http://localhost:${evmPort}`,
  }
  for (const { provider, id, secret } of localIdentity.clients) {
    const file = join(folder, provider)
    writeFileSync(file, secret, { mode: 0o600 })
    const prefix = `SOCIAL_${provider.toUpperCase()}`
    env[`${prefix}_CLIENT_ID`] = id
    env[provider === 'apple' ? `${prefix}_KEY_FILE` : `${prefix}_CLIENT_SECRET_FILE`] = file
  }
  return env
}

// As a program, used by `npm start`, this prints the variables as JSON.
if (import.meta.main) {
  const [folder = '', identityUrl = '', evmPort] = process.argv.slice(2)
  console.log(JSON.stringify(socialEnv({ folder, identityUrl, evmPort: Number(evmPort) })))
}
