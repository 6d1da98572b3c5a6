import type { TokenFacts } from './formatAmount.ts'
import { knownNetworks } from './knownNetworks.ts'

/** Returns symbol and decimals of the native coin of a network. */
export function networkCoin(chainId: string): TokenFacts {
  return { symbol: knownNetworks[chainId]?.coin, decimals: 18, isCoin: true }
}
