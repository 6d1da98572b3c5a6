import type { LogLevel } from '@portico/server'
import type { MailLimits } from '../limits/createBudgets.ts'

/** Everything the vault is told from outside, validated once. */
export type Config = {
  host: string
  port: number
  production: boolean
  logLevel: LogLevel
  /** Folder of the vault's own data. */
  dataDir: string
  /** PostgreSQL; without it the data is in SQLite in `dataDir`. */
  databaseUrl: string | undefined
  databaseConnections: number
  /** Folder of `secrets.json` and `keks.json`. */
  secretsDir: string
  /** Origins under which this vault is known; the first signs. `undefined`: what it listens on. */
  publicUrls: readonly string[]
  walletOrigin: string
  smtpUrl: string
  mailFrom: string
  limits: MailLimits
  /** Requests a minute of one network address. */
  requestsPerMinute: number
  /** How long the recovery secret is held back from a new device. */
  holdMs: number
  /** How old a device must be to change the address. */
  deviceAgeMs: number
  trustedProxies: number
  /** The header in which a proxy says the country of the caller. */
  countryHeader: string | undefined
  drainSeconds: number
}
