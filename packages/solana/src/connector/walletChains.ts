import type { CaipNetworkId } from '@portico/protocol'

/** The Wallet Standard chains of the public networks. All other networks are `solana:localnet`. */
const chains: Readonly<Record<string, string>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
}

/** The local network of the development tools in this repository. */
const local: CaipNetworkId = 'solana:BNf5xyDuzNvTufy9WYMStzUAjoUfGzjz'

/** Returns the Wallet Standard chain of a network. */
export function toWalletChain(networkId: CaipNetworkId): string {
  return chains[networkId] ?? 'solana:localnet'
}

/** Returns whether a wallet's chain identifies this network, so that the wallet sends to the right one. */
export function hasWalletChain(networkId: CaipNetworkId): boolean {
  return networkId === local || Object.hasOwn(chains, networkId)
}

/**
 * Returns the network to use with a wallet that supports these chains: the requested one if it is supported, otherwise
 * the wallet's first known one, or `undefined` if it has none.
 */
export function chooseNetwork(
  supported: readonly string[],
  requested: CaipNetworkId | undefined,
): CaipNetworkId | undefined {
  if (requested !== undefined && supported.includes(toWalletChain(requested))) return requested
  for (const chain of supported) {
    const match = Object.keys(chains).find((networkId) => chains[networkId] === chain)
    if (match) return match as CaipNetworkId
    if (chain === 'solana:localnet') return local
  }
  return undefined
}
