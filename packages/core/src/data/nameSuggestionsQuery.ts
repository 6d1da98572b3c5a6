import { type NameSuggestionsResponse, nameSuggestionsResponse } from '@portico/protocol/gateway'
import type { QueryObserverOptions } from '@tanstack/query-core'
import type { Kit } from '../kit.ts'
import { gatewayFetch } from './gatewayFetch.ts'
import { lifetimes } from './lifetimes.ts'

/** Names like a wanted one, and whether they are taken; nothing for a wish that is empty. */
export function nameSuggestionsQuery(
  kit: Kit,
  { wanted }: { wanted: string },
): QueryObserverOptions<NameSuggestionsResponse, Error> {
  return {
    queryKey: ['names', 'suggestions', wanted],
    staleTime: lifetimes.suggestions,
    enabled: wanted !== '' && kit.options.gatewayUrl !== undefined,
    queryFn: ({ signal }) =>
      gatewayFetch(kit, {
        path: `/v1/profile/suggestions/${encodeURIComponent(wanted)}`,
        schema: nameSuggestionsResponse,
        signal,
      }),
  }
}
