import { type OnrampProvidersResponse, onrampProvidersResponse } from '@portico/protocol/gateway'
import type { QueryObserverOptions } from '@tanstack/query-core'
import { gatewayQuery } from '../../data/gatewayQuery.ts'
import type { Kit } from '../../kit.ts'

/** The same as the `max-age` of the gateway's lists, in milliseconds. */
const lifetimeMs = 3_600_000

/** Returns the query of the providers that sell to visitors of a country. Disabled without a gateway. */
export function onrampProvidersQuery(
  kit: Kit,
  { country }: { country: string },
): QueryObserverOptions<OnrampProvidersResponse, Error> {
  return gatewayQuery(kit, {
    queryKey: ['onramp-providers', country],
    staleTime: lifetimeMs,
    path: '/v1/onramp/providers',
    query: { countries: country },
    schema: onrampProvidersResponse,
  })
}
