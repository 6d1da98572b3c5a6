import type { LogLevel } from '@portico/server'
import type { MailLimits } from '@portico/server/mail'
import type { MetricsAddress } from '@portico/server/process'

/** The validated configuration of the vault. */
export type Config = {
  host: string
  port: number
  /** Where `/metrics` is served; undefined = nowhere. */
  metrics: MetricsAddress | undefined
  production: boolean
  logLevel: LogLevel
  /** Folder of the vault's own data. */
  dataDir: string
  /** PostgreSQL URL. If undefined, the data is in SQLite in `dataDir`. */
  databaseUrl: string | undefined
  databaseConnections: number
  /** Folder of `secrets.json` and `keks.json`. */
  secretsDir: string
  /** Public origins of this vault; the first is the issuer of its tokens. */
  publicUrls: readonly [string, ...string[]]
  walletOrigin: string
  /** Public origin of the gateway, the issuer of its statements. */
  gatewayUrl: string
  smtpUrl: string
  mailFrom: string
  limits: MailLimits
  /** Requests per minute of one network address. */
  requestsPerMinute: number
  /** Open connections of one network address; undefined = no limit. */
  connectionsPerAddress: number | undefined
  /** How long a new device must wait for the recovery secret. */
  holdMs: number
  /** How long a device must have been known before it may change the e-mail address. */
  deviceAgeMs: number
  trustedProxies: number
  /** The request header in which a proxy sends the caller's country. */
  countryHeader: string | undefined
  drainSeconds: number
}
