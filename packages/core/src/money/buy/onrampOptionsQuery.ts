import { type OnrampOptionsResponse, onrampOptionsResponse } from '@portico/protocol/gateway'
import type { QueryObserverOptions } from '@tanstack/query-core'
import { gatewayFetch } from '../../data/gatewayFetch.ts'
import type { Kit } from '../../kit.ts'

/** The same as the `max-age` of the gateway's lists, in milliseconds. */
const lifetimeMs = 3_600_000

/** Returns the query of the currencies and assets that visitors of a country can pay with and buy. */
export function onrampOptionsQuery(
  kit: Kit,
  { country }: { country: string },
): QueryObserverOptions<OnrampOptionsResponse, Error> {
  return {
    queryKey: ['onramp-options', country],
    staleTime: lifetimeMs,
    enabled: kit.options.gatewayUrl !== undefined,
    queryFn: ({ signal }) =>
      gatewayFetch(kit, {
        path: '/v1/onramp/buy/options',
        query: { country },
        schema: onrampOptionsResponse,
        signal,
      }),
  }
}
