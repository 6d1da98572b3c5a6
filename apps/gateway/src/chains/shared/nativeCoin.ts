/** A chain's native coin. */
export type NativeCoin = { name: string; symbol: string; decimals: number }

const ether: NativeCoin = { name: 'Ether', symbol: 'ETH', decimals: 18 }

/** EVM chains whose native coin is not Ether, by chain ID. */
const others: Readonly<Record<string, NativeCoin>> = {
  '56': { name: 'BNB', symbol: 'BNB', decimals: 18 },
  '97': { name: 'BNB', symbol: 'tBNB', decimals: 18 },
  '100': { name: 'xDAI', symbol: 'XDAI', decimals: 18 },
  '137': { name: 'POL', symbol: 'POL', decimals: 18 },
  '146': { name: 'Sonic', symbol: 'S', decimals: 18 },
  '5000': { name: 'Mantle', symbol: 'MNT', decimals: 18 },
  '42220': { name: 'Celo', symbol: 'CELO', decimals: 18 },
  '43114': { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
  '80002': { name: 'POL', symbol: 'POL', decimals: 18 },
}

/** Returns the native coin of an EVM chain; `reference` is the chain ID in decimal. */
export function nativeCoin({ reference }: { reference: string }): NativeCoin {
  return others[reference] ?? ether
}
