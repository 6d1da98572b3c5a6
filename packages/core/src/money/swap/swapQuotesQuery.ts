import { type ConvertQuote, convertQuotesResponse } from '@portico/protocol/gateway'
import type { QueryObserverOptions } from '@tanstack/query-core'
import { gatewayFetch } from '../../data/gatewayFetch.ts'
import type { Kit } from '../../kit.ts'
import type { SignInSubject } from '../../signIn/signInState.ts'
import type { SwapAsset } from '../NamespaceSwaps.ts'
import { isQuoteFor } from './isQuoteFor.ts'
import { toCaipAsset } from './toCaipAsset.ts'

/** What a visitor wants to swap. */
export interface SwapWish {
  subject: SignInSubject
  from: SwapAsset
  to: SwapAsset
  /** In base units of `from`. */
  amount: bigint
  /** In hundredths of a percent. */
  slippage: number
}

/** How long quotes count as fresh, and the delay between two requests while they are shown (ms). */
const quoteLifetimeMs = 10_000

/**
 * Returns the query of the offers for a swap, the best first. An offer for anything else than what was asked for is dropped.
 * Nothing is asked while `wish` is undefined.
 */
export function swapQuotesQuery(
  kit: Kit,
  wish: SwapWish | undefined,
): QueryObserverOptions<readonly ConvertQuote[], Error> {
  const { subject, from, to, amount = 0n, slippage = 0 } = wish ?? {}
  const networkId = subject?.networkId ?? ':'
  const pair = [from, to].map((asset) => toCaipAsset(networkId, asset?.token))
  return {
    queryKey: ['swap-quotes', `${networkId}:${subject?.address}`, ...pair, `${amount}`, slippage],
    staleTime: quoteLifetimeMs,
    // Prices of a while ago are of no use.
    gcTime: 60_000,
    enabled: wish !== undefined && kit.options.gatewayUrl !== undefined,
    refetchInterval: quoteLifetimeMs,
    queryFn: ({ signal }) => (wish ? fetchQuotes(kit, wish, signal) : []),
  }
}

/**
 * Fetches the offers for a swap, the best first, past every cache of this page.
 *
 * @throws GatewayError · GatewayUnreachableError
 */
export async function fetchQuotes(
  kit: Kit,
  wish: SwapWish,
  signal?: AbortSignal | undefined,
): Promise<readonly ConvertQuote[]> {
  const { subject, from, to, amount, slippage } = wish
  const { quotes } = await gatewayFetch(kit, {
    path: '/v1/convert/quotes',
    query: {
      amount: `${amount}`,
      userAddress: `${subject.networkId}:${subject.address}`,
      from: toCaipAsset(subject.networkId, from.token),
      to: toCaipAsset(subject.networkId, to.token),
      slippage: `${slippage / 100}`,
    },
    schema: convertQuotesResponse,
    signal,
  })
  return quotes.filter((quote) => isQuoteFor(quote, wish))
}
