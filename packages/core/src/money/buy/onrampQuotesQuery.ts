import { type OnrampQuotesResponse, onrampQuotesResponse } from '@portico/protocol/gateway'
import type { QueryObserverOptions } from '@tanstack/query-core'
import { gatewayFetch } from '../../data/gatewayFetch.ts'
import { refetchAfter } from '../../data/refetchAfter.ts'
import type { Kit } from '../../kit.ts'
import type { Purchase } from './Purchase.ts'

/** How long an offer is shown before it is asked for again (ms), as long as the gateway keeps it. */
const lifetimeMs = 15_000

/** Returns the query of what the providers offer for a purchase; disabled without one. */
export function onrampQuotesQuery(
  kit: Kit,
  purchase: Purchase | undefined,
): QueryObserverOptions<OnrampQuotesResponse, Error> {
  return {
    queryKey: ['onramp-quotes', purchase],
    staleTime: lifetimeMs,
    refetchInterval: refetchAfter(lifetimeMs),
    enabled: purchase !== undefined && kit.options.gatewayUrl !== undefined,
    queryFn: ({ signal }) =>
      gatewayFetch(kit, {
        path: '/v1/onramp/multi/quotes',
        schema: onrampQuotesResponse,
        signal,
        body: {
          countryCode: purchase?.country,
          sourceAmount: purchase?.amount,
          sourceCurrencyCode: purchase?.currency,
          walletAddress: purchase?.address,
          destinationCurrencyCode: purchase?.asset.symbol,
          destinationChainId: purchase?.asset.chainId,
          destinationTokenAddress: purchase?.asset.token || undefined,
        },
      }),
  }
}
