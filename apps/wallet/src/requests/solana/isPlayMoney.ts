import { knownNetworks } from '../knownNetworks.ts'
import type { SolanaFacts } from './SolanaFacts.ts'

/**
 * Whether nothing has real value: on a test network, if the transaction is for it and the wallet sends it there. Solana's transactions
 * do not name their network, so a site that gets one signed could send it to another.
 */
export function isPlayMoney({
  chainId,
  facts,
  isSent,
}: {
  chainId: string
  facts: Pick<SolanaFacts, 'isOfNetwork'>
  isSent: boolean
}): boolean {
  return isSent && knownNetworks[chainId]?.isTest === true && facts.isOfNetwork
}
