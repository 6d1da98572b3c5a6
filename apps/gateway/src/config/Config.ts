import type { CaipNetworkId } from '@portico/protocol'
import type { ProjectFeature } from '@portico/protocol/gateway'
import type { ContentGateways } from '../egress/toWebUrls.ts'
import type { WalletsOverlay } from '../modules/wallets/WalletsOverlay.ts'
import type { NamesConfig } from './NamesConfig.ts'

/** An app that may call this gateway. */
export type ProjectConfig = {
  name: string
  /** Origin patterns, see `matchOrigin`. */
  allowedOrigins: readonly string[]
  /** Cost units it may use in a minute; without it what `RATE_LIMIT_PROJECT` says. */
  unitsPerMinute?: number | undefined
  /** What the kit may fill in where the app has set nothing. */
  features?: readonly ProjectFeature[] | undefined
}

/** A token whose balance is always read; what is left out is asked of the contract. */
export type TokenConfig = {
  address: `0x${string}`
  symbol?: string | undefined
  name?: string | undefined
  decimals?: number | undefined
  iconUrl?: string | undefined
}

/**
 * Where the price of an asset or of a currency's unit in US dollars comes from: a Chainlink-shaped contract, or a number
 * that never moves.
 */
export type PriceSource = { chain: CaipNetworkId; feed: `0x${string}` } | { price: number }

/** A pool whose mean price counts: of `token` in `stable`, a token that is worth a dollar. */
export type PricePool = {
  pool: `0x${string}`
  token: `0x${string}`
  stable: `0x${string}`
  /** How much of `stable` it must hold, in whole tokens. */
  floor: number
}

/** How the gateway keeps embedded wallets. */
export type EmbeddedConfig = {
  /** Origin of the wallet's own site. */
  walletOrigin: string
  /** Address of the vault, without a slash at the end. */
  vaultUrl: string
  /** Ring of keys that shares are encrypted under; undefined = made in the data folder. */
  kekFile: string | undefined
  /** The other secrets; undefined = made in the data folder. */
  keysFile: string | undefined
  /** Where the vault's ring would be if it ran beside: looked at so that the two are never one. */
  vaultKekFile: string | undefined
}

/** Everything the gateway is told from outside, validated once. */
export type Config = {
  host: string
  port: number
  /** Folder of the gateway's own data. */
  dataDir: string
  /** PostgreSQL; without it the data is in SQLite in `dataDir`. */
  databaseUrl: string | undefined
  /** Connections to PostgreSQL at once. */
  databaseConnections: number
  /** Redis or Valkey, for what several processes share; without it each keeps its own. */
  redisUrl: string | undefined
  /** The gateway's secrets; undefined = `keys.json` in `dataDir`, made on the first start. */
  keysFile: string | undefined
  /** Seconds between the signal to end and the end of listening, for balancers to notice. */
  drainSeconds: number
  /** Cost units per minute of one address and of one project. */
  limits: { perAddress: number; perProject: number }
  logLevel: 'silent' | 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace'
  production: boolean
  /** Any project id, or none, and any origin are accepted. */
  open: boolean
  /** How many proxies stand in front; the client's address is that many entries from the end of `X-Forwarded-For`. */
  trustedProxies: number
  /** Names clients call the relay by, beside the one in their request's `Host`. */
  relayHosts: readonly string[]
  /** Node addresses by chain, tried in this order. */
  rpcUrls: ReadonlyMap<CaipNetworkId, readonly string[]>
  /** Esplora servers by Bitcoin network, tried in this order; without a slash at the end. */
  esploraUrls: ReadonlyMap<CaipNetworkId, readonly string[]>
  /** Two of three nodes must agree on what `eth_call` and `eth_getBalance` answer. */
  rpcConsensus: boolean
  projects: ReadonlyMap<string, ProjectConfig>
  tokens: ReadonlyMap<CaipNetworkId, readonly TokenConfig[]>
  /** By chain, then by token address as its family keeps it, or `native`. */
  prices: ReadonlyMap<CaipNetworkId, ReadonlyMap<string, PriceSource>>
  /** https addresses through which `ipfs:` and `ar:` are read; without any they are not. */
  contentGateways: ContentGateways
  /** Bytes of pictures kept on the disk; 0 = a few in memory. */
  imageCacheBytes: number
  /** Seconds after which the answer of a price feed no longer counts; 0 = never. */
  priceMaxAge: number
  /** Origins under which this gateway is known, such as `https://gateway.example`; what is signed for it names one. */
  publicUrls: readonly string[]
  names: NamesConfig
  /** Undefined: it keeps no embedded wallets. */
  embedded: EmbeddedConfig | undefined
  /** What the operator changes about the wallet list. */
  walletsOverlay: WalletsOverlay | undefined
  /** Folder of the catalogue; undefined = the package's own. */
  catalogueDir: string | undefined
  /** By chain, then by lower-case token address or `native`. */
  pricePools: ReadonlyMap<CaipNetworkId, ReadonlyMap<string, PricePool>>
  /** By code: eur, gbp, btc … */
  currencies: ReadonlyMap<string, PriceSource>
  /** A price service of DefiLlama's interface, without a slash at the end; undefined = none is asked. */
  llamaUrl: string | undefined
  /** Blockscout instances by chain, without a slash at the end. */
  blockscoutUrls: ReadonlyMap<CaipNetworkId, string>
  /** Days after which what was indexed for an account nobody asks for is forgotten; 0 = never. */
  indexKeepDays: number
}
