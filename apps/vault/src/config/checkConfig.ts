import { ConfigError } from '@portico/server/process'
import { listRedirectUris } from './listRedirectUris.ts'
import { readConfig } from './readConfig.ts'

/** Returns what `--check` prints: the problems of the configuration, or a summary of it. */
export function checkConfig(env: Readonly<Record<string, string | undefined>>): {
  ok: boolean
  text: string
} {
  try {
    const {
      host,
      port,
      databaseUrl,
      dataDir,
      secretsDir,
      walletOrigin,
      smtpUrl,
      socials,
      holdMs,
      deviceAgeMs,
    } = readConfig(env)
    const hours = (ms: number) => `${ms / 3_600_000} hours`
    return {
      ok: true,
      text: [
        `listens on ${host}:${port}`,
        databaseUrl ? 'data in PostgreSQL (VAULT_DATABASE_URL)' : `data in ${dataDir}`,
        `secrets in ${secretsDir}`,
        `serves the wallet site ${walletOrigin}`,
        // Leave out user and password.
        `sends mail through ${new URL(smtpUrl).host}`,
        'custody: stores recovery secrets, which open a wallet together with the gateway’s shares',
        holdMs > 0
          ? `new devices wait ${hours(holdMs)} for the recovery secret`
          : 'new devices get the recovery secret at once: HOLD_HOURS is not set',
        `devices may change the e-mail address after ${hours(deviceAgeMs)}`,
        ...listRedirectUris({ walletOrigin, socials }),
      ].join('\n'),
    }
  } catch (error) {
    if (error instanceof ConfigError) return { ok: false, text: error.message }
    throw error
  }
}
