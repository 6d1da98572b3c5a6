import type { Kit } from '../../kit.ts'
import type { SwapPlan } from '../NamespaceSwaps.ts'
import { prepareSwap } from './prepareSwap.ts'
import { fetchQuotes, type SwapWish } from './swapQuotesQuery.ts'

/**
 * Asks for offers, and prepares the best one that can be proved to do what it says.
 *
 * @throws SwapUnavailableError if there is no offer · GatewayError · GatewayUnreachableError
 */
export async function planSwap(kit: Kit, wish: SwapWish): Promise<SwapPlan> {
  return prepareSwap(kit, { wish, quotes: await fetchQuotes(kit, wish) })
}
