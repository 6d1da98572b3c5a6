import { type NameSuggestionsResponse, nameSuggestionsResponse } from '@portico/protocol/gateway'
import type { QueryObserverOptions } from '@tanstack/query-core'
import type { Kit } from '../kit.ts'
import { gatewayFetch } from './gatewayFetch.ts'
import { lifetimes } from './lifetimes.ts'

/** Returns the query of names similar to `name`, and whether each is taken. Disabled while `name` is empty. */
export function nameSuggestionsQuery(
  kit: Kit,
  { name }: { name: string },
): QueryObserverOptions<NameSuggestionsResponse, Error> {
  return {
    queryKey: ['names', 'suggestions', name],
    staleTime: lifetimes.suggestions,
    enabled: name !== '' && kit.options.gatewayUrl !== undefined,
    queryFn: ({ signal }) =>
      gatewayFetch(kit, {
        path: `/v1/profile/suggestions/${encodeURIComponent(name)}`,
        schema: nameSuggestionsResponse,
        signal,
      }),
  }
}
