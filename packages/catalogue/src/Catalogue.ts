import type { CaipNetworkId } from '@portico/protocol'
import type { Wallet } from '@portico/protocol/gateway'

/** A wallet of the list, with the names by which it can be requested. */
export type CatalogueWallet = {
  wallet: Omit<Wallet, 'order' | 'image_url'>
  /** Lower case: explorer id, reverse domain names, slugs. */
  aliases: readonly string[]
  /** Name of its icon file. */
  icon?: string | undefined
}

/** A token in the shape of the token list standard. `extensions.icon` is the name of its icon file. */
export type CatalogueToken = {
  chainId: number
  address: `0x${string}`
  name: string
  symbol: string
  decimals: number
  extensions?: { icon: string } | undefined
}

/** A network of the catalogue. */
export type CatalogueNetwork = {
  id: CaipNetworkId
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  testnet: boolean
  explorerUrl?: string | undefined
  /** The maximum depth of a reorganisation in blocks, as bridges assume it. */
  reorgBlocks?: number | undefined
  /** The approximate block time, in seconds. */
  blockSeconds?: number | undefined
  icon?: string | undefined
}

/** An exchange with pools as at Uniswap, on one network. */
export type CatalogueDex = {
  id: string
  /** Shape of its pools: constant product (Uniswap v2), or ticks (Uniswap v3). */
  kind: 'v2' | 'v3'
  factory: `0x${string}`
  /** The router that the package names; some it names only in code. */
  router?: `0x${string}` | undefined
}

/** The built catalogue, as a server reads it. */
export type Catalogue = {
  /** A hash of the content; empty if no catalogue has been built. */
  version: string
  /** Best known first. */
  wallets: readonly CatalogueWallet[]
  networks: readonly CatalogueNetwork[]
  /** The exchanges of a network. */
  dexes(chain: CaipNetworkId): readonly CatalogueDex[]
  /** The tokens of a chain, best known first; the first call for a chain reads a file. */
  tokenList(chain: CaipNetworkId): readonly CatalogueToken[]
  /** The icon file of a token, by its address on a chain in any case. */
  tokenIcon(token: { chain: CaipNetworkId; address: string }): string | undefined
  /** The icon file of a token or coin by its symbol in any case: the best known of that symbol. */
  symbolIcon(symbol: string): string | undefined
  /** The icon file of a network. */
  networkIcon(chain: string): string | undefined
  /** The bytes of an icon file, undefined if there is none of that name. */
  readIcon(file: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string } | undefined>
}
