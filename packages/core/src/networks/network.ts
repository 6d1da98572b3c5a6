import type { CaipNetworkId, NamespaceId } from '@portico/protocol'

/** A network such as Base or Solana devnet, as plain data. RPC URLs are in the order of preference. */
export interface Network {
  id: number | string
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  rpcUrls: { [name: string]: { http: readonly string[]; webSocket?: readonly string[] | undefined } }
  blockExplorers?: { default: { name: string; url: string } } | undefined
  testnet?: boolean | undefined
  chainNamespace: NamespaceId
  caipNetworkId: CaipNetworkId
  assets?: { imageId?: string | undefined; imageUrl?: string | undefined } | undefined
}

/** A network as applications pass it: a viem chain (namespace `eip155`) or a {@link Network}. */
export type NetworkInput = Omit<
  Network,
  'chainNamespace' | 'caipNetworkId' | 'blockExplorers' | 'testnet'
> & {
  chainNamespace?: NamespaceId | undefined
  caipNetworkId?: CaipNetworkId | undefined
  blockExplorers?: { default: { name: string; url: string } } | undefined
  testnet?: boolean | undefined
}

/** A network of the namespace `eip155`. It is also a `Chain` of viem, without contracts, formatters and serializers. */
export interface EvmNetwork extends Network {
  id: number
  rpcUrls: Network['rpcUrls'] & { default: Network['rpcUrls'][string] }
  chainNamespace: 'eip155'
  caipNetworkId: `eip155:${number}`
}

/** A network of the namespace `solana`. The ID is the CAIP-2 reference: the first 32 characters of the genesis hash. */
export interface SolanaNetwork extends Network {
  id: string
  chainNamespace: 'solana'
  caipNetworkId: `solana:${string}`
}

/**
 * A network of the namespace `bip122`. The ID is the CAIP-2 reference: the first 32 hex digits of the hash of the genesis
 * block. `rpcUrls` contains base URLs of Esplora APIs.
 */
export interface BitcoinNetwork extends Network {
  id: string
  chainNamespace: 'bip122'
  caipNetworkId: `bip122:${string}`
}
