import type { ConvertQuote } from '@portico/protocol/gateway'
import type { Kit } from '../../kit.ts'
import type { SwapPlan } from '../NamespaceSwaps.ts'
import { prepareSwap } from './prepareSwap.ts'
import { fetchQuotes, type SwapWish } from './swapQuotesQuery.ts'
import type { SwapFailure } from './swapRun.ts'

/** `changed`: the plan is what is offered now. Nothing may be signed before the visitor has accepted it. */
export type CheckedSwap =
  | { name: 'ready'; plan: SwapPlan }
  | { name: 'changed'; plan: SwapPlan }
  | { name: 'failed'; reason: SwapFailure }

/**
 * Reads the last price, and prepares a swap anew with the minimum that the visitor has agreed to. Another spender, or more to sign,
 * counts as another price.
 *
 * @param parameters.agreed the plan that the visitor has agreed to
 */
export async function checkSwap(
  kit: Kit,
  { wish, agreed, withoutPermit }: { wish: SwapWish; agreed: SwapPlan; withoutPermit: boolean },
): Promise<CheckedSwap> {
  const { minimum, quote } = agreed.order
  try {
    const all = await fetchQuotes(kit, wish)
    if (all.length === 0) return { name: 'failed', reason: 'no-route' }
    // The provider that the visitor has seen comes first, as long as it still offers enough.
    const isSame = (each: ConvertQuote) =>
      each.provider === quote.provider && BigInt(each.toAmount) >= minimum
    const quotes = [...all.filter(isSame), ...all.filter((each) => !isSame(each))]
    const plan = await prepareSwap(kit, { wish, quotes, minimum, withoutPermit })
    if (plan.refusal === 'below-minimum')
      return { name: 'changed', plan: await prepareSwap(kit, { wish, quotes, withoutPermit }) }
    if (plan.refusal) return { name: 'failed', reason: plan.refusal }
    const isOther =
      plan.spender?.toLowerCase() !== agreed.spender?.toLowerCase() ||
      (!withoutPermit && plan.steps.length > agreed.steps.length)
    return { name: isOther ? 'changed' : 'ready', plan }
  } catch (error) {
    kit.logger.warn('The last price of a swap could not be read.', error)
    return { name: 'failed', reason: 'unreachable' }
  }
}
