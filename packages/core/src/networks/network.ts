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
