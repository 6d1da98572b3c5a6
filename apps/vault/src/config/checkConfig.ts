import { ConfigError } from './ConfigError.ts'
import { readConfig } from './readConfig.ts'

/** What `--check` prints: what is wrong, or what the vault would run with. */
export function checkConfig(env: Readonly<Record<string, string | undefined>>): {
  ok: boolean
  text: string
} {
  try {
    const { host, port, databaseUrl, dataDir, secretsDir, walletOrigin, smtpUrl, holdMs, deviceAgeMs } =
      readConfig(env)
    const hours = (ms: number) => `${ms / 3_600_000} hours`
    return {
      ok: true,
      text: [
        `listens on ${host}:${port}`,
        databaseUrl ? 'data in PostgreSQL (VAULT_DATABASE_URL)' : `data in ${dataDir}`,
        `secrets in ${secretsDir}`,
        `for the wallet site ${walletOrigin}`,
        // Without user and password.
        `mail through ${new URL(smtpUrl).host}`,
        'custody: recovery secrets are kept here; with the gateway’s shares they open a wallet',
        holdMs > 0
          ? `recovery secrets are held back from new devices for ${hours(holdMs)}`
          : 'recovery secrets go to new devices at once: HOLD_HOURS is not set',
        `devices may change the address after ${hours(deviceAgeMs)}`,
      ].join('\n'),
    }
  } catch (error) {
    if (error instanceof ConfigError) return { ok: false, text: error.message }
    throw error
  }
}
