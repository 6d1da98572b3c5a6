import type { CaipNetworkId } from '@portico/protocol'
import type { ProjectFeature } from '@portico/protocol/gateway'
import type { MetricsAddress } from '@portico/server/process'
import type { ContentGateways } from '../egress/toWebUrls.ts'
import type { FaucetConfig } from './FaucetConfig.ts'
import type { NamesConfig } from './NamesConfig.ts'
import type { OnrampConfig } from './OnrampConfig.ts'
import type { RelayConfig } from './RelayConfig.ts'
import type { SocialConfig } from './SocialConfig.ts'
import type { SponsorConfig } from './SponsorConfig.ts'
import type { SwapsConfig } from './SwapsConfig.ts'
import type { WalletsOverlay } from './WalletsOverlay.ts'

/** A configured project: an application that may call this gateway. */
export type ProjectConfig = {
  name: string
  /** Origin patterns, see `matchOrigin`. */
  allowedOrigins: readonly string[]
  /** Cost units per minute; undefined = `RATE_LIMIT_PROJECT`. */
  unitsPerMinute?: number | undefined
  /** Feature defaults that the kit uses if the application sets none. */
  features?: readonly ProjectFeature[] | undefined
}

/** A token whose balance is always read; omitted fields are read from the contract. */
export type TokenConfig = {
  address: `0x${string}`
  symbol?: string | undefined
  name?: string | undefined
  decimals?: number | undefined
  iconUrl?: string | undefined
}

/**
 * Source of the price of an asset or a currency in US dollars: a contract with Chainlink's feed interface, or a
 * constant.
 */
export type PriceSource = { chain: CaipNetworkId; feed: `0x${string}` } | { price: number }

/** A Uniswap v3 pool whose time-weighted average price is used: of `token` in `stable`, a token worth one US dollar. */
export type PricePool = {
  pool: `0x${string}`
  token: `0x${string}`
  stable: `0x${string}`
  /** Smallest balance of `stable` with which the pool is used, in whole tokens. */
  floor: number
}

/** Configuration of embedded wallets. */
export type EmbeddedConfig = {
  /** Origin of the wallet site. */
  walletOrigin: string
  /** URL of the vault, without a trailing slash. */
  vaultUrl: string
  /** File of the key ring that encrypts shares; undefined = created in the data folder. */
  kekFile: string | undefined
  /** File of the other secrets; undefined = created in the data folder. */
  keysFile: string | undefined
  /** How long after its first login a device may not end others or delete slots. */
  deviceAgeMs: number
  /** File of the vault's key ring on this machine, if any: the gateway refuses to start if both rings share a key. */
  vaultKekFile: string | undefined
  /** Undefined = the gateway introduces no keys, and relies on the vault's assertions. */
  introductions: IntroductionsConfig
  social: SocialConfig
}

/** Configuration of introductions: how the gateway itself verifies who uses a key. */
export type IntroductionsConfig = {
  smtpUrl: string
  mailFrom: string
  /** Whether the vault's assertion alone creates sessions only for introduced keys. */
  isRequired: boolean
  /** How many introductions of an address by new keys, and by each known key, are mailed a code per day. */
  perDay: number
  /** Whether the operator accepts that gateway and vault send through the same mail server. */
  allowOneMailProvider: boolean
}

/** The validated configuration of the gateway. */
export type Config = {
  host: string
  port: number
  /** Number of processes; with more than one, this process supervises them. */
  workers: number
  /** Where `/metrics` is served; undefined = nowhere. */
  metrics: MetricsAddress | undefined
  /** Folder of the gateway's data. */
  dataDir: string
  /** PostgreSQL URL; undefined = SQLite in `dataDir`. */
  databaseUrl: string | undefined
  /** Largest number of connections to PostgreSQL. */
  databaseConnections: number
  /** URL of the Redis or Valkey that several processes share; undefined = a single process. */
  redisUrl: string | undefined
  /** File of the gateway's secrets; undefined = `keys.json` in `dataDir`, created on the first start. */
  keysFile: string | undefined
  /** Seconds between the stop signal and the end of listening, so that load balancers notice. */
  drainSeconds: number
  /** Default cost units per minute of one IP address and of one project; open streams, WebSockets and connections of one address. */
  limits: {
    perAddress: number
    perProject: number
    /** Requests of sign-in and of logins per minute, by IP address of the caller. */
    signInsPerAddress: number
    streamsPerAddress: number
    socketsPerAddress: number
    /** Payments of the faucet to one address per hour, by IP address of the caller. */
    faucetsPerAddress: number
    /** Undefined = no limit. */
    connectionsPerAddress: number | undefined
  }
  /** One of so many answers of JSON-RPC without an error is logged; 0 = none. */
  rpcLogSample: number
  logLevel: 'silent' | 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace'
  production: boolean
  /** Whether any project ID or none, and any origin, is accepted. */
  open: boolean
  /** Number of reverse proxies; the client's address is that many entries from the end of `X-Forwarded-For`. */
  trustedProxies: number
  relay: RelayConfig
  /** Upstream URLs by network. */
  rpcUrls: ReadonlyMap<CaipNetworkId, readonly string[]>
  /** Esplora servers by Bitcoin network, tried in this order; without a trailing slash. */
  esploraUrls: ReadonlyMap<CaipNetworkId, readonly string[]>
  /** Whether `eth_call` and `eth_getBalance` need a quorum: the same result from two of three upstreams. */
  rpcConsensus: boolean
  projects: ReadonlyMap<string, ProjectConfig>
  tokens: ReadonlyMap<CaipNetworkId, readonly TokenConfig[]>
  /** By network, then by token address in the canonical form of its namespace, or `native`. */
  prices: ReadonlyMap<CaipNetworkId, ReadonlyMap<string, PriceSource>>
  /** https URLs of the gateways that read `ipfs:` and `ar:` URIs; without any, such URIs are not read. */
  contentGateways: ContentGateways
  /** Size of the image cache on disk in bytes; 0 = a small cache in memory. */
  imageCacheBytes: number
  /** Age in seconds from which the answer of a price feed is ignored; 0 = never. */
  priceMaxAge: number
  /** Origins of this gateway, such as `https://gateway.example`; messages signed for the gateway must name one. */
  publicUrls: readonly string[]
  names: NamesConfig
  /** By test network; empty = no test money is given away. */
  faucets: ReadonlyMap<CaipNetworkId, FaucetConfig>
  onramp: OnrampConfig
  swaps: SwapsConfig
  /** Undefined = embedded wallets are off. */
  embedded: EmbeddedConfig | undefined
  /** The EVM networks on which embedded wallets may become smart accounts (EIP-7702); empty = nowhere. */
  smartAccountNetworks: readonly CaipNetworkId[]
  /** Undefined = no fee is paid by a project or in a token. */
  sponsoring: SponsorConfig | undefined
  /** The operator's changes to the wallet list. */
  walletsOverlay: WalletsOverlay | undefined
  /** Folder of the catalogue; undefined = the folder that `@portico/catalogue` builds. */
  catalogueDir: string | undefined
  /** By network, then by lower-case token address or `native`. */
  pricePools: ReadonlyMap<CaipNetworkId, ReadonlyMap<string, PricePool>>
  /** Price sources by currency code: eur, gbp, btc … */
  currencies: ReadonlyMap<string, PriceSource>
  /** URL of a price service with DefiLlama's interface, without a trailing slash; undefined = none. */
  llamaUrl: string | undefined
  /** Blockscout instances by network, without a trailing slash. */
  blockscoutUrls: ReadonlyMap<CaipNetworkId, string>
  /** Days after the last request for an account until its indexed data is deleted; 0 = never. */
  indexKeepDays: number
  /** Calls a minute with which background jobs may read each upstream; 0 = no background jobs. */
  indexCallsPerMinute: number
  /** Rows that are stored of one account and network; its older activity is not indexed. */
  indexRowsPerAccount: number
}
