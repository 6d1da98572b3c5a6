import { type OnrampQuotesResponse, onrampQuotesResponse } from '@portico/protocol/gateway'
import type { QueryObserverOptions } from '@tanstack/query-core'
import { gatewayQuery } from '../../data/gatewayQuery.ts'
import { refetchAfter } from '../../data/refetchAfter.ts'
import type { Kit } from '../../kit.ts'
import type { Purchase } from './Purchase.ts'
import { toProviderBody } from './toProviderBody.ts'

/** How long an offer is shown before it is asked for again (ms), as long as the gateway keeps it. */
const lifetimeMs = 15_000

/** Returns the query of what the providers offer for a purchase; disabled without one. */
export function onrampQuotesQuery(
  kit: Kit,
  purchase: Purchase | undefined,
): QueryObserverOptions<OnrampQuotesResponse, Error> {
  return gatewayQuery(kit, {
    queryKey: ['onramp-quotes', purchase],
    staleTime: lifetimeMs,
    refetchInterval: refetchAfter(lifetimeMs),
    enabled: purchase !== undefined,
    path: '/v1/onramp/multi/quotes',
    schema: onrampQuotesResponse,
    body: purchase && toProviderBody(purchase),
  })
}
