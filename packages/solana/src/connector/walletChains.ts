import type { CaipNetworkId } from '@portico/protocol'

/** The three networks that wallets know by name; whatever else there is, is local to them. */
const chains: Readonly<Record<string, string>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
}

/** The local network of the kit's own development tools. */
const local: CaipNetworkId = 'solana:BNf5xyDuzNvTufy9WYMStzUAjoUfGzjz'

/** The Wallet Standard's chain for a network. */
export function toWalletChain(networkId: CaipNetworkId): string {
  return chains[networkId] ?? 'solana:localnet'
}

/** Whether wallets have a name for a network, and so nodes of it. */
export function isNamed(networkId: CaipNetworkId): boolean {
  return networkId === local || Object.hasOwn(chains, networkId)
}

/**
 * The network to be on with a wallet that supports these chains: the wanted one if it does, else its first; `undefined`
 * where it supports none that we know.
 */
export function chooseNetwork(
  supported: readonly string[],
  wanted: CaipNetworkId | undefined,
): CaipNetworkId | undefined {
  if (wanted !== undefined && supported.includes(toWalletChain(wanted))) return wanted
  for (const chain of supported) {
    const known = Object.keys(chains).find((networkId) => chains[networkId] === chain)
    if (known) return known as CaipNetworkId
    if (chain === 'solana:localnet') return local
  }
  return undefined
}
