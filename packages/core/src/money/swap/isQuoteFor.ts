import type { ConvertQuote } from '@portico/protocol/gateway'
import type { SwapWish } from './swapQuotesQuery.ts'
import { toCaipAsset } from './toCaipAsset.ts'

/** Returns whether an offer is for exactly this swap, and returns something. */
export function isQuoteFor(
  quote: ConvertQuote,
  { subject: { networkId }, from, to, amount }: Pick<SwapWish, 'subject' | 'from' | 'to' | 'amount'>,
): boolean {
  const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  return (
    BigInt(quote.fromAmount) === amount &&
    BigInt(quote.toAmount) > 0n &&
    isSame(quote.fromAccount, toCaipAsset(networkId, from.token)) &&
    isSame(quote.toAccount, toCaipAsset(networkId, to.token))
  )
}
