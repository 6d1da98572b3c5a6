import type { CaipNetworkId, NamespaceId } from '@portico/protocol'

/** One chain: what the kit knows of Base or Solana devnet. Plain data; rpc urls are tried in order. */
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

/** What an application may pass: a viem chain (then it is eip155) or a {@link Network}. */
export type NetworkInput = Omit<
  Network,
  'chainNamespace' | 'caipNetworkId' | 'blockExplorers' | 'testnet'
> & {
  chainNamespace?: NamespaceId | undefined
  caipNetworkId?: CaipNetworkId | undefined
  blockExplorers?: { default: { name: string; url: string } } | undefined
  testnet?: boolean | undefined
}
