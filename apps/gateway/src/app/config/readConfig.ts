import { join, resolve } from 'node:path'
import { type CaipNetworkId, isCaipNetworkId } from '@portico/protocol'
import { describeIssue, errorWords } from '@portico/server'
import { ConfigError, createEnvReader, type Env, readMetricsAddress } from '@portico/server/process'
import * as z from 'zod/mini'
import { namespaceOf, rulesOf } from '../../chains/namespaceRules.ts'
import type { Config, ProjectConfig, TokenConfig } from '../../infra/config/Config.ts'
import { localNetworks } from '../../infra/config/localNetworks.ts'
import { readJson } from '../../infra/config/readJson.ts'
import { readPublicUrls } from '../../infra/config/readPublicUrls.ts'
import { walletsOverlay } from '../../infra/config/WalletsOverlay.ts'
import { readPublicUrl } from '../../infra/egress/readPublicUrl.ts'
import { projectId, projectSchema } from '../../modules/projects/projectSchema.ts'
import {
  blockscoutUrls,
  currencyFeeds,
  esploraUrls,
  priceFeeds,
  pricePools,
  toCurrencies,
  toPricePools,
  toPrices,
} from './dataSources.ts'
import { localProject } from './localProject.ts'
import { readEmbedded } from './readEmbedded.ts'
import { faucetsSchema, readFaucets } from './readFaucets.ts'
import { readNames } from './readNames.ts'
import { readOnramp } from './readOnramp.ts'
import { readRelay } from './readRelay.ts'
import { readSmartAccounts } from './readSmartAccounts.ts'
import { readSponsoring } from './readSponsoring.ts'
import { dexes, makers, readSwapProviders } from './readSwaps.ts'
import { readWorkers } from './readWorkers.ts'

const upstreamUrl = z.string().check(
  z.refine((value) => URL.canParse(value) && /^(http|ws)s?:$/.test(new URL(value).protocol), {
    error: 'must be an http://, https://, ws:// or wss:// address',
  }),
)

const upstreamUrls = z.array(upstreamUrl).check(
  z.minLength(1),
  z.maxLength(20),
  z.refine((urls) => urls.some((url) => /^http/i.test(url)), {
    error: 'must contain an http:// or https:// address: ws:// addresses are used for subscriptions only',
  }),
)
const rpcUrls = z.record(
  z.string().check(
    z.refine((value) => isCaipNetworkId(value) && namespaceOf(value) !== undefined, {
      error: 'must be a CAIP-2 ID in the namespace eip155, solana or bip122, such as eip155:1',
    }),
  ),
  upstreamUrls,
)
const projects = z.record(projectId, projectSchema)
const token = z.object({
  address: z.string(),
  symbol: z.optional(z.string()),
  name: z.optional(z.string()),
  decimals: z.optional(z.int().check(z.minimum(0), z.maximum(255))),
  iconUrl: z.optional(z.string()),
})
const tokens = z
  .record(
    z.string().check(
      z.refine((value) => isCaipNetworkId(value) && /^(eip155|solana):/.test(value), {
        error: 'must be the CAIP-2 ID of an EVM chain or a Solana network, such as eip155:1',
      }),
    ),
    z.array(token),
  )
  .check(({ value, issues }) => {
    for (const [chain, list] of Object.entries(value))
      for (const [index, { address }] of list.entries()) {
        const rules = rulesOf(chain as CaipNetworkId)
        if (rules.readAddress(address) !== undefined) continue
        const message = `must be an address: ${rules.addressForm}`
        issues.push({ code: 'custom', message, input: address, path: [chain, index, 'address'] })
      }
  })

/**
 * Reads the configuration from environment variables. The README lists them.
 *
 * @throws {ConfigError} with all problems at once.
 * @example
 * const config = readConfig({ GATEWAY_PORT: '4401' })
 */
export function readConfig(env: Env): Config {
  const reader = createEnvReader(env)
  const { problems, get, integer, serverUrl, readLogLevel } = reader

  function flag(name: string): boolean {
    const value = get(name) ?? '0'
    if (!/^(0|1|true|false)$/.test(value))
      problems.push(`${name} must be 1 or 0; it is "${value.slice(0, 40)}".`)
    return value === '1' || value === 'true'
  }

  function json<Schema extends z.ZodMiniType>(name: string, schema: Schema): z.output<Schema> | undefined {
    const value = get(name)
    if (value === undefined) return undefined
    try {
      const result = schema.safeParse(readJson(value), { error: errorWords })
      if (result.success) return result.data
      for (const issue of result.error.issues) {
        const place = issue.path.length > 0 ? `at ${issue.path.join(' › ')} ` : ''
        problems.push(`${name} ${place}is invalid: ${describeIssue(issue)}.`)
      }
    } catch (error) {
      problems.push(`${name} ${error instanceof Error ? error.message : String(error)}`)
    }
    return undefined
  }

  function url(name: string): string | undefined {
    const value = get(name)
    if (value === undefined) return undefined
    if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value.replace(/\/+$/, '')
    problems.push(`${name} must be an http:// or https:// address; it is "${value.slice(0, 80)}".`)
    return undefined
  }

  function contentGateways(name: string): string[] {
    const urls = (get(name) ?? '').split(/[\s,]+/).filter((url) => url !== '')
    for (const url of urls) {
      if (typeof readPublicUrl(url) === 'string' || /[?#]/.test(url))
        problems.push(
          `${name} must be https:// addresses of public hosts without a query; one is "${url.slice(0, 80)}".`,
        )
    }
    return urls
  }

  const production = get('NODE_ENV') === 'production'
  const open = flag('GATEWAY_OPEN')
  const logLevel = readLogLevel()

  const local = (variable: string, port: number) => [`http://127.0.0.1:${integer(variable, port, 65_535)}`]
  const chains = get('RPC_URLS')
    ? json('RPC_URLS', rpcUrls)
    : {
        'eip155:31337': local('EVM_PORT', 8545),
        'eip155:31338': local('EVM2_PORT', 8546),
        [localNetworks.solana]: local('SOLANA_PORT', 8899),
        [localNetworks.solanaTwo]: local('SOLANA2_PORT', 8901),
        [localNetworks.bitcoin]: local('BITCOIN_PORT', 18_443),
        [localNetworks.signet]: local('BITCOIN2_PORT', 38_332),
      }
  const esplora: Readonly<Record<string, readonly string[]>> =
    get('RPC_URLS') || get('ESPLORA_URLS')
      ? (json('ESPLORA_URLS', esploraUrls) ?? {})
      : {
          [localNetworks.bitcoin]: local('ESPLORA_PORT', 4406),
          [localNetworks.signet]: local('ESPLORA2_PORT', 4408),
        }
  if (chains && Object.keys({ ...chains, ...esplora }).length === 0)
    problems.push('RPC_URLS is empty: add at least one network, such as {"eip155:1":["https://…"]}.')

  const configured = new Map<string, ProjectConfig>(Object.entries(json('PROJECTS', projects) ?? {}))
  if (!production && !configured.has('local')) configured.set('local', localProject)

  const port = integer('GATEWAY_PORT', 4401, 65_535)
  const smartAccountNetworks = readSmartAccounts({ reader, served: Object.keys(chains ?? {}) })
  const publicUrls = readPublicUrls({ value: get('PUBLIC_URLS'), port, production, problems })
  const config: Config = {
    host: get('HOST') ?? '127.0.0.1',
    port,
    workers: readWorkers({ get, problems }),
    metrics: readMetricsAddress({ get, integer }, 'METRICS_PORT'),
    dataDir: join(resolve(get('PORTICO_DATA_DIR') ?? '.portico'), 'gateway'),
    databaseUrl: serverUrl('DATABASE_URL', ['postgres:', 'postgresql:']),
    databaseConnections: Math.max(1, integer('DATABASE_CONNECTIONS', 10, 1000)),
    redisUrl: serverUrl('REDIS_URL', ['redis:', 'rediss:']),
    keysFile: get('KEYS_FILE') && resolve(get('KEYS_FILE') ?? ''),
    drainSeconds: integer('DRAIN_SECONDS', 0, 25),
    // 0 = no limit in practice. The default in development, where all calls come from one address and project.
    limits: {
      perAddress: integer('RATE_LIMIT_ADDRESS', production ? 60_000 : 0, 1e9) || 1e9,
      perProject: integer('RATE_LIMIT_PROJECT', production ? 6_000_000 : 0, 1e9) || 1e9,
      signInsPerAddress: integer('SIGN_IN_LIMIT_ADDRESS', 120, 1e6) || 1e9,
      streamsPerAddress: integer('STREAM_LIMIT_ADDRESS', production ? 50 : 0, 1e6) || 1e6,
      socketsPerAddress: integer('SOCKET_LIMIT_ADDRESS', production ? 50 : 0, 1e6) || 1e6,
      faucetsPerAddress: integer('FAUCET_LIMIT_ADDRESS', production ? 3 : 0, 1e6) || 1e6,
      connectionsPerAddress: integer('CONNECTION_LIMIT_ADDRESS', production ? 500 : 0, 1e6) || undefined,
    },
    rpcLogSample: integer('RPC_LOG_SAMPLE', 1000, 1e9),
    logLevel,
    production,
    open,
    trustedProxies: integer('TRUSTED_PROXIES', 0, 10),
    relay: readRelay({ get, integer, publicUrls, problems }),
    rpcUrls: new Map(Object.entries(chains ?? {})) as Config['rpcUrls'],
    esploraUrls: new Map(
      Object.entries(esplora).map(([chain, urls]) => [
        chain as CaipNetworkId,
        urls.map((url) => url.replace(/\/+$/, '')),
      ]),
    ),
    rpcConsensus: flag('RPC_CONSENSUS'),
    projects: configured,
    tokens: new Map(Object.entries(json('TOKENS', tokens) ?? {})) as unknown as ReadonlyMap<
      CaipNetworkId,
      readonly TokenConfig[]
    >,
    prices: toPrices(json('PRICE_FEEDS', priceFeeds) ?? {}),
    contentGateways: {
      ipfs: contentGateways('IPFS_GATEWAYS'),
      arweave: contentGateways('ARWEAVE_GATEWAYS'),
    },
    imageCacheBytes: integer('IMAGE_CACHE_MB', 256, 1_000_000) * 1024 * 1024,
    priceMaxAge: integer('PRICE_MAX_AGE', 86_400, 1e9),
    publicUrls,
    embedded: readEmbedded({ reader, production, publicUrls }),
    names: readNames({ get, flag, integer, problems }),
    faucets: readFaucets({
      faucets: json('FAUCETS', faucetsSchema) ?? {},
      isServed: (chain) => Object.hasOwn(chains ?? {}, chain),
      problems,
    }),
    onramp: readOnramp({ reader, flag, json, production, publicUrls }),
    swaps: {
      ...readSwapProviders(reader),
      dexes: new Map(Object.entries(json('DEXES', dexes) ?? {})) as Config['swaps']['dexes'],
      makers: new Map(
        Object.entries(json('SWAP_MAKERS', makers) ?? {}).map(([chain, url]) => [
          chain as CaipNetworkId,
          url.replace(/\/+$/, ''),
        ]),
      ),
    },
    smartAccountNetworks,
    sponsoring: readSponsoring({ reader, json, networks: smartAccountNetworks }),
    walletsOverlay: json('WALLETS_OVERLAY', walletsOverlay),
    catalogueDir: get('CATALOGUE_DIR'),
    pricePools: toPricePools(json('PRICE_POOLS', pricePools) ?? {}),
    currencies: toCurrencies(json('CURRENCY_FEEDS', currencyFeeds) ?? {}),
    llamaUrl: url('PRICE_LLAMA_URL'),
    blockscoutUrls: new Map(
      Object.entries(json('BLOCKSCOUT_URLS', blockscoutUrls) ?? {}).map(([chain, site]) => [
        chain as CaipNetworkId,
        site.replace(/\/+$/, ''),
      ]),
    ),
    indexKeepDays: integer('INDEX_KEEP_DAYS', 90, 36_500),
    indexCallsPerMinute: integer('INDEX_CALLS_PER_MINUTE', 600, 1_000_000),
    indexRowsPerAccount: integer('INDEX_ROWS_PER_ACCOUNT', 50_000, 1e9) || 1e9,
  }
  if (problems.length > 0) throw new ConfigError({ program: 'gateway', problems })
  return config
}
