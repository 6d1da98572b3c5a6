import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { localOnramp } from './onramp/localOnramp.ts'

/**
 * Writes the secret of the local provider to a file, and returns the environment variables with which the gateway sells through it.
 *
 * @param folder of the file; created if it does not exist
 * @param onrampUrl URL of the local provider
 */
export function onrampEnv({
  folder,
  onrampUrl,
}: {
  folder: string
  onrampUrl: string
}): Record<string, string> {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'play')
  writeFileSync(file, localOnramp.secret, { mode: 0o600 })
  return { ONRAMP_PROVIDERS: 'play', ONRAMP_PLAY_URL: onrampUrl, ONRAMP_PLAY_SECRET_FILE: file }
}

// As a program, used by `npm start`, this prints the variables as JSON.
if (import.meta.main) {
  const [folder = '', onrampUrl = ''] = process.argv.slice(2)
  console.log(JSON.stringify(onrampEnv({ folder, onrampUrl })))
}
