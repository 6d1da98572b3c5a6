import type { SocialProvider } from '@portico/protocol/social'
import type { LogLevel } from '@portico/server'
import type { MailLimits } from '@portico/server/mail'
import type { MetricsAddress } from '@portico/server/process'
import type { SocialClient } from '@portico/server/social'

/** The providers of social logins. */
export type Socials = {
  /** URL of local providers that imitate the real ones, without a trailing slash; undefined in production. */
  issuers: string | undefined
  /** A provider without a client is off. */
  clients: Partial<Record<SocialProvider, SocialClient>>
  /** URLs of the nodes that logins with Farcaster are verified with; undefined = they are off. */
  farcasterRpcUrls: readonly string[] | undefined
}

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
  socials: Socials
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
