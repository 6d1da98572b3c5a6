import { join, resolve } from 'node:path'
import type { LogLevel } from '@portico/server'
import type { Config } from './Config.ts'
import { ConfigError } from './ConfigError.ts'

const logLevels: readonly LogLevel[] = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']
const hour = 3_600_000

/**
 * Reads the configuration from the environment, see the README for every variable.
 *
 * @throws {ConfigError} that lists every problem at once.
 * @example
 * const config = readConfig({ VAULT_PORT: '4403' })
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = []
  // An empty variable is how shells and .env files say "not set".
  const get = (name: string): string | undefined => env[name]?.trim() || undefined

  function integer(name: string, fallback: number, maximum: number): number {
    const value = get(name)
    if (value === undefined) return fallback
    if (/^\d{1,15}$/.test(value) && Number(value) <= maximum) return Number(value)
    problems.push(`${name} must be a whole number from 0 to ${maximum}; it is "${value.slice(0, 40)}".`)
    return fallback
  }

  function origins(name: string): string[] {
    const values = (get(name) ?? '').split(/[\s,]+/).filter((value) => value !== '')
    for (const value of values)
      if (!URL.canParse(value) || new URL(value).origin !== value || !/^https?:/.test(value))
        problems.push(
          `${name} must be an origin such as https://wallet.example; it is "${value.slice(0, 80)}".`,
        )
    return values
  }

  function serverUrl(name: string, schemes: readonly string[]): string | undefined {
    const value = get(name)
    if (value === undefined) return undefined
    if (URL.canParse(value) && schemes.includes(new URL(value).protocol)) return value
    // Never the value: it holds a password.
    problems.push(
      `${name} must be an address that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}.`,
    )
    return undefined
  }

  const production = get('NODE_ENV') === 'production'
  /** On a developer's machine everything is next door. */
  function required(name: string, value: string | undefined, local: string): string {
    if (value !== undefined) return value
    if (production && get(name) === undefined) problems.push(`${name} is not set: ${needs[name]}.`)
    return local
  }

  const logLevel = (get('LOG_LEVEL') ?? 'error') as LogLevel
  if (!logLevels.includes(logLevel))
    problems.push(`LOG_LEVEL must be one of ${logLevels.join(', ')}; it is "${logLevel.slice(0, 40)}".`)

  const port = integer('VAULT_PORT', 4403, 65_535)
  const dataDir = join(resolve(get('PORTICO_DATA_DIR') ?? '.portico'), 'vault')
  const [walletOrigin, ...others] = origins('WALLET_ORIGIN')
  if (others.length > 0) problems.push('WALLET_ORIGIN must be one origin: there is one wallet site.')
  const publicUrls = origins('VAULT_URL')
  if (production && get('VAULT_URL') === undefined) problems.push(`VAULT_URL is not set: ${needs.VAULT_URL}.`)
  const countryHeader = get('COUNTRY_HEADER')
  if (countryHeader !== undefined && !/^[\w-]{1,60}$/.test(countryHeader))
    problems.push('COUNTRY_HEADER must be the name of a header.')
  const config: Config = {
    host: get('HOST') ?? '127.0.0.1',
    port,
    production,
    logLevel,
    dataDir,
    databaseUrl: serverUrl('VAULT_DATABASE_URL', ['postgres:', 'postgresql:']),
    databaseConnections: Math.max(1, integer('DATABASE_CONNECTIONS', 10, 1000)),
    secretsDir: resolve(get('VAULT_SECRETS_DIR') ?? dataDir),
    publicUrls,
    walletOrigin: required(
      'WALLET_ORIGIN',
      walletOrigin,
      `http://wallet.localhost:${integer('WALLET_PORT', 4402, 65_535)}`,
    ),
    smtpUrl: required(
      'SMTP_URL',
      serverUrl('SMTP_URL', ['smtp:', 'smtps:']),
      `smtp://127.0.0.1:${integer('SMTP_PORT', 4405, 65_535)}`,
    ),
    mailFrom: required('MAIL_FROM', get('MAIL_FROM'), 'Portico <login@portico.localhost>'),
    // A developer logs in again and again from one machine.
    limits: {
      perEmail: integer('LIMIT_PER_EMAIL', production ? 5 : 100, 1e6) || 1e6,
      perAddress: integer('LIMIT_PER_ADDRESS', production ? 20 : 0, 1e6) || 1e6,
      perProject: integer('LIMIT_PER_PROJECT', production ? 1000 : 0, 1e6) || 1e6,
    },
    requestsPerMinute: integer('LIMIT_REQUESTS', production ? 600 : 0, 1e9) || 1e9,
    holdMs: integer('HOLD_HOURS', 0, 24 * 30) * hour,
    deviceAgeMs: integer('DEVICE_AGE_HOURS', 72, 24 * 365) * hour,
    trustedProxies: integer('TRUSTED_PROXIES', 0, 10),
    countryHeader,
    drainSeconds: integer('DRAIN_SECONDS', 0, 25),
  }
  if (!/^[^\r\n]*[^\s<>@]@[^\s<>@]+>?$/.test(config.mailFrom))
    problems.push('MAIL_FROM must be an address, or a name and an address: Shop <login@shop.example>.')
  if (problems.length > 0) throw new ConfigError({ problems })
  return config
}

const needs: Readonly<Record<string, string>> = {
  WALLET_ORIGIN: 'it is the origin of the wallet site, which alone may call and which mailed links lead to',
  SMTP_URL: 'without it nobody gets a code, such as smtps://user:password@mail.example',
  MAIL_FROM: 'it is the address codes come from',
  VAULT_URL: 'it is the origin under which browsers and the gateway know this vault',
}
