import { type OnrampOptionsResponse, onrampOptionsResponse } from '@portico/protocol/gateway'
import type { QueryObserverOptions } from '@tanstack/query-core'
import { gatewayQuery } from '../../data/gatewayQuery.ts'
import type { Kit } from '../../kit.ts'

/** The same as the `max-age` of the gateway's lists, in milliseconds. */
const lifetimeMs = 3_600_000

/** Returns the query of the currencies and assets that visitors of a country can pay with and buy. */
export function onrampOptionsQuery(
  kit: Kit,
  { country }: { country: string },
): QueryObserverOptions<OnrampOptionsResponse, Error> {
  return gatewayQuery(kit, {
    queryKey: ['onramp-options', country],
    staleTime: lifetimeMs,
    path: '/v1/onramp/buy/options',
    query: { country },
    schema: onrampOptionsResponse,
  })
}
