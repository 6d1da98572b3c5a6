import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { localIdentity } from './identity/localIdentity.ts'

/**
 * Writes the secrets of the clients at the local identity providers to files, and returns the environment variables with which
 * vault, gateway and wallet site log in there.
 *
 * @param folder of the files; created if it does not exist
 * @param identityUrl URL of the identity server
 */
export function socialEnv({
  folder,
  identityUrl,
}: {
  folder: string
  identityUrl: string
}): Record<string, string> {
  mkdirSync(folder, { recursive: true })
  const env: Record<string, string> = {
    SOCIAL_ISSUERS: identityUrl,
    SOCIAL_APPLE_TEAM_ID: localIdentity.appleTeamId,
    SOCIAL_APPLE_KEY_ID: localIdentity.appleKeyId,
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
  const [folder = '', identityUrl = ''] = process.argv.slice(2)
  console.log(JSON.stringify(socialEnv({ folder, identityUrl })))
}
