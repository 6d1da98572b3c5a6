import { join, resolve } from 'node:path'
import { ConfigError, createEnvReader, readMetricsAddress } from '@portico/server/process'
import type { Config } from './Config.ts'
import { readSocials } from './readSocials.ts'

const hour = 3_600_000

/**
 * Reads the configuration from environment variables; the README lists them.
 *
 * @throws {ConfigError} with all problems.
 * @example
 * const config = readConfig({ VAULT_PORT: '4403' })
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const reader = createEnvReader(env)
  const { problems, get, integer, serverUrl, readLogLevel } = reader

  function origins(name: string): string[] {
    const values = (get(name) ?? '').split(/[\s,]+/).filter((value) => value !== '')
    for (const value of values)
      if (!URL.canParse(value) || new URL(value).origin !== value || !/^https?:/.test(value))
        problems.push(
          `${name} must be an origin such as https://wallet.example; it is "${value.slice(0, 80)}".`,
        )
    return values
  }

  const production = get('NODE_ENV') === 'production'
  /** Returns the value; outside production, a default for local development. */
  function required(name: string, value: string | undefined, localDefault: string): string {
    if (value !== undefined) return value
    if (production && get(name) === undefined) problems.push(`${name} is not set: ${instructions[name]}.`)
    return localDefault
  }

  const logLevel = readLogLevel()
  const port = integer('VAULT_PORT', 4403, 65_535)
  const dataDir = join(resolve(get('PORTICO_DATA_DIR') ?? '.portico'), 'vault')
  const [walletOrigin, ...others] = origins('WALLET_ORIGIN')
  if (others.length > 0) problems.push('WALLET_ORIGIN must be a single origin.')
  const [publicUrl = `http://localhost:${port}`, ...otherUrls] = origins('VAULT_URL')
  if (production && get('VAULT_URL') === undefined)
    problems.push(`VAULT_URL is not set: ${instructions.VAULT_URL}.`)
  const [gatewayUrl, ...otherGateways] = origins('GATEWAY_URL')
  if (otherGateways.length > 0) problems.push('GATEWAY_URL must be a single origin.')
  const countryHeader = get('COUNTRY_HEADER')
  if (countryHeader !== undefined && !/^[\w-]{1,60}$/.test(countryHeader))
    problems.push('COUNTRY_HEADER must be the name of a request header.')
  const config: Config = {
    host: get('HOST') ?? '127.0.0.1',
    port,
    metrics: readMetricsAddress({ get, integer }, 'VAULT_METRICS_PORT'),
    production,
    logLevel,
    dataDir,
    databaseUrl: serverUrl('VAULT_DATABASE_URL', ['postgres:', 'postgresql:']),
    databaseConnections: Math.max(1, integer('DATABASE_CONNECTIONS', 10, 1000)),
    secretsDir: resolve(get('VAULT_SECRETS_DIR') ?? dataDir),
    publicUrls: [publicUrl, ...otherUrls],
    walletOrigin: required(
      'WALLET_ORIGIN',
      walletOrigin,
      `http://wallet.localhost:${integer('WALLET_PORT', 4402, 65_535)}`,
    ),
    gatewayUrl: required(
      'GATEWAY_URL',
      gatewayUrl,
      `http://localhost:${integer('GATEWAY_PORT', 4401, 65_535)}`,
    ),
    smtpUrl: required(
      'SMTP_URL',
      serverUrl('SMTP_URL', ['smtp:', 'smtps:']),
      `smtp://127.0.0.1:${integer('SMTP_PORT', 4405, 65_535)}`,
    ),
    mailFrom: required('MAIL_FROM', get('MAIL_FROM'), 'Portico <login@portico.localhost>'),
    socials: readSocials({ reader, production }),
    // Higher outside production, as developers log in again and again from one machine.
    limits: {
      perEmail: integer('LIMIT_PER_EMAIL', production ? 5 : 100, 1e6) || 1e6,
      perAddress: integer('LIMIT_PER_ADDRESS', production ? 20 : 0, 1e6) || 1e6,
      perProject: integer('LIMIT_PER_PROJECT', production ? 1000 : 0, 1e6) || 1e6,
    },
    requestsPerMinute: integer('LIMIT_REQUESTS', production ? 600 : 0, 1e9) || 1e9,
    connectionsPerAddress: integer('LIMIT_CONNECTIONS', production ? 500 : 0, 1e6) || undefined,
    holdMs: integer('HOLD_HOURS', 0, 24 * 30) * hour,
    deviceAgeMs: integer('DEVICE_AGE_HOURS', 72, 24 * 365) * hour,
    trustedProxies: integer('TRUSTED_PROXIES', 0, 10),
    countryHeader,
    drainSeconds: integer('DRAIN_SECONDS', 0, 25),
  }
  if (!/^[^\r\n]*[^\s<>@]@[^\s<>@]+>?$/.test(config.mailFrom))
    problems.push('MAIL_FROM must be an e-mail address, or a name and an address: Shop <login@shop.example>.')
  if (problems.length > 0) throw new ConfigError({ program: 'vault', problems })
  return config
}

const instructions: Readonly<Record<string, string>> = {
  WALLET_ORIGIN:
    'set it to the origin of the wallet site, which alone may call the vault and which mailed links open',
  GATEWAY_URL:
    'set it to the public origin of the gateway, whose statements say that it has verified a code as well',
  SMTP_URL: 'set it to the mail server that sends links, such as smtps://user:password@mail.example',
  MAIL_FROM: 'set it to the sender address of the mails',
  VAULT_URL: 'set it to the public origin of this vault, under which browsers and the gateway reach it',
}
