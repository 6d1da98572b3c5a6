export { bitcoin, bitcoinSignet, bitcoinTestnet, bitcoinTestnet4 } from './bitcoin.ts'
export { defineChain } from './defineChain.ts'
export {
  arbitrum,
  arbitrumSepolia,
  aurora,
  avalanche,
  base,
  baseSepolia,
  bsc,
  celo,
  fantom,
  gnosis,
  kaia,
  linea,
  mainnet,
  mantle,
  optimism,
  optimismSepolia,
  polygon,
  scroll,
  sepolia,
  zksync,
  zora,
} from './evm.ts'
export type { Network, NetworkInput } from './network.ts'
export { solana, solanaDevnet, solanaTestnet } from './solana.ts'
