import type { TokenFacts } from '../formatAmount.ts'

const symbols: Readonly<Record<string, string>> = {
  'eip155:1': 'ETH',
  'eip155:10': 'ETH',
  'eip155:56': 'BNB',
  'eip155:100': 'xDAI',
  'eip155:137': 'POL',
  'eip155:8453': 'ETH',
  'eip155:42161': 'ETH',
  'eip155:43114': 'AVAX',
  'eip155:11155111': 'ETH',
  'eip155:31337': 'ETH',
  'eip155:31338': 'ETH',
}

/** Returns symbol and decimals of the native coin of a network. */
export function networkCoin(chainId: string): TokenFacts {
  return { symbol: symbols[chainId] ?? 'coins', decimals: 18 }
}
