import { knownNetworks } from '../knownNetworks.ts'
import type { SolanaFacts } from './SolanaFacts.ts'

/**
 * Whether nothing has real value: on a test network, if it knows the transaction. Solana's transactions do not name their network, so
 * one that is signed on a test network could be for another.
 */
export function isPlayMoney(chainId: string, { isOfNetwork }: Pick<SolanaFacts, 'isOfNetwork'>): boolean {
  return knownNetworks[chainId]?.isTest === true && isOfNetwork
}
