import type { SwapTerms } from './SwapTerms.ts'

/**
 * Whether a swap is the one that was agreed to: the account gets at least the minimum of the right token for exactly the
 * right amount of the other one, and the provider keeps nothing.
 *
 * @param agreed addresses in any case; the coin is `coinSentinel`
 */
export function isAgreedSwap(
  terms: SwapTerms,
  agreed: { account: string; tokenIn: string; tokenOut: string; amountIn: bigint; minimumOut: bigint },
): boolean {
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  return (
    isSame(terms.recipient, agreed.account) &&
    isSame(terms.tokenIn, agreed.tokenIn) &&
    isSame(terms.tokenOut, agreed.tokenOut) &&
    terms.amountIn === agreed.amountIn &&
    terms.minimumOut > 0n &&
    terms.minimumOut >= agreed.minimumOut &&
    terms.fees.length === 0
  )
}
