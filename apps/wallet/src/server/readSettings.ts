import { join, resolve } from 'node:path'
import { readPort } from '@portico/page-server'
import { socialProvider } from '@portico/protocol/social'
import type { SocialSettings } from '../page/pageData.ts'
import type { RiskLimits } from '../page/RiskLimits.ts'

export type Settings = {
  host: string
  port: number
  /** Origin of the wallet's site, as browsers use it. */
  url: string
  gatewayUrl: string
  vaultUrl: string
  /** Folder for the last allowlist and the keys of vault and gateway. */
  dataDir: string
  riskLimits: RiskLimits
  social: SocialSettings
  /** Value of the header Strict-Transport-Security. */
  hsts: string
}

/**
 * Reads the settings from the environment; the README lists the variables.
 *
 * @throws {Error} naming the invalid variable
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const port = readPort(env, 'WALLET_PORT', 4402)
  if (env.NODE_ENV === 'production') refuseLocalOrigins(env)
  return {
    host: env.HOST || '127.0.0.1',
    port,
    // A hostname of its own, as other ports of localhost are the same site.
    url: readOrigin(env, 'WALLET_ORIGIN', `http://wallet.localhost:${port}`),
    gatewayUrl: readOrigin(env, 'GATEWAY_URL', `http://localhost:${readPort(env, 'GATEWAY_PORT', 4401)}`),
    vaultUrl: readOrigin(env, 'VAULT_URL', `http://localhost:${readPort(env, 'VAULT_PORT', 4403)}`),
    dataDir: join(resolve(env.PORTICO_DATA_DIR || '.portico'), 'wallet'),
    riskLimits: {
      usd: readNumber(env, 'WALLET_HIGH_RISK_USD', { fallback: 100, max: 1e12 }),
      share: readNumber(env, 'WALLET_HIGH_RISK_SHARE', { fallback: 0.5, max: 1 }),
    },
    social: readSocial(env),
    hsts: readHsts(env),
  }
}

/** The addresses are part of the pages, so browsers elsewhere must be able to reach them. */
function refuseLocalOrigins(env: Record<string, string | undefined>): void {
  const problems = ['WALLET_ORIGIN', 'GATEWAY_URL', 'VAULT_URL'].flatMap((variable) => {
    const value = env[variable]
    if (!value) return [`${variable} is not set`]
    if (!URL.canParse(value)) return []
    const { protocol, hostname } = new URL(value)
    const isLocal = /(^|\.)localhost$|^127\.|^0\.0\.0\.0$|^\[::1?\]$/.test(hostname)
    if (isLocal) return [`${variable} is "${value}", which only browsers on this machine can reach`]
    return protocol === 'https:' ? [] : [`${variable} is "${value}", which is not https://`]
  })
  if (problems.length > 0)
    throw new Error(
      `${problems.join(';\n')}.\nIn production, write the addresses that visitors’ browsers use, such as https://wallet.example. For development use \`npm start\`.`,
    )
}

/** Subdomains and the list that browsers ship are opt-in, because both are hard to take back. */
function readHsts(env: Record<string, string | undefined>): string {
  const words = (env.WALLET_HSTS ?? '').split(/[\s,;]+/).filter((word) => word !== '')
  const unknown = words.find((word) => word !== 'includeSubDomains' && word !== 'preload')
  if (unknown !== undefined || (words.includes('preload') && !words.includes('includeSubDomains')))
    throw new Error(
      `WALLET_HSTS is "${env.WALLET_HSTS}": write includeSubDomains, or includeSubDomains preload.`,
    )
  return ['max-age=63072000', ...new Set(words)].join('; ')
}

/** Reads the clients at the providers of social logins, under the names that all three servers use. */
function readSocial(env: Record<string, string | undefined>): SocialSettings {
  const clients: SocialSettings['clients'] = {}
  for (const provider of socialProvider.options) {
    const id = env[`SOCIAL_${provider.toUpperCase()}_CLIENT_ID`]
    if (id) clients[provider] = id
  }
  const farcaster = env.FARCASTER_RPC_URLS ? { farcasterRelay: readRelay(env) } : {}
  if (!env.SOCIAL_ISSUERS) return { clients, ...farcaster }
  if (env.NODE_ENV === 'production')
    throw new Error('SOCIAL_ISSUERS is for local providers only: remove it in production.')
  return { clients, ...farcaster, issuers: readOrigin(env, 'SOCIAL_ISSUERS', '') }
}

/** Reads the address of Farcaster's relay. The servers verify its logins with `FARCASTER_RPC_URLS`, without which they are off. */
function readRelay({ FARCASTER_RELAY, NODE_ENV }: Record<string, string | undefined>): string {
  const value = FARCASTER_RELAY || 'https://relay.farcaster.xyz'
  const schemes = NODE_ENV === 'production' ? /^https:$/ : /^https?:$/
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !schemes.test(url.protocol) || value.endsWith('/') || url.search || url.hash)
    throw new Error(
      `FARCASTER_RELAY is "${value}": write an address such as https://relay.farcaster.xyz, without a slash at the end.`,
    )
  return value
}

function readOrigin(env: Record<string, string | undefined>, variable: string, fallback: string): string {
  const value = env[variable] || fallback
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol) || new URL(value).origin !== value)
    throw new Error(
      `${variable} is "${value}": write an origin such as https://wallet.example, without a path.`,
    )
  return value
}

function readNumber(
  env: Record<string, string | undefined>,
  variable: string,
  { fallback, max }: { fallback: number; max: number },
): number {
  const value = env[variable]
  if (!value) return fallback
  const number = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN
  if (!(number <= max)) throw new Error(`${variable} is "${value}": write a number from 0 to ${max}.`)
  return number
}
