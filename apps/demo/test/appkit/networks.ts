// The networks and adapters of a project written for AppKit, see Project.tsx.
import { BitcoinAdapter } from '@portico/bitcoin'
import { EvmAdapter } from '@portico/evm'
import type { AppKitNetwork, ChainAdapter, ChainNamespace } from '@portico/react'
import {
  type AppKitNetwork as AppKitNetworkOfNetworks,
  AVAILABLE_NAMESPACES,
  bitcoin,
  defineChain,
  mainnet,
  solana,
} from '@portico/react/networks'
import { SolanaAdapter } from '@portico/solana'
import { base } from 'viem/chains'

export const local = defineChain({
  id: 31337,
  caipNetworkId: 'eip155:31337',
  chainNamespace: 'eip155',
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://localhost:8545'], webSocket: ['ws://localhost:8545'] } },
  blockExplorers: { default: { name: 'Explorer', url: 'http://localhost:4000' } },
  testnet: true,
  assets: { imageId: 'local', imageUrl: 'http://localhost:4000/icon.png' },
})
export const numericId: number = mainnet.id
export const reference: string = solana.id
export const networks = [mainnet, base, local, solana, bitcoin] as [AppKitNetwork, ...AppKitNetwork[]]
/** A list whose type does not say that it is not empty. */
export const listed = [mainnet, base]
export const sameType: AppKitNetworkOfNetworks = networks[0]
export const adapters: ChainAdapter[] = [new EvmAdapter(), new SolanaAdapter({}), new BitcoinAdapter({})]
export const namespaces: readonly ChainNamespace[] = AVAILABLE_NAMESPACES
