import { nameSuggestionsQuery } from '@portico/core/data'
import type { NameSuggestionsResponse } from '@portico/protocol/gateway'
import { useScope } from '../kit/KitContext.ts'
import type { QueryView } from './queryView.ts'
import { useQuery } from './useQuery.ts'

/** Names like a wanted one, and whether they are taken. */
export function useNameSuggestions(wanted: string): QueryView<NameSuggestionsResponse> {
  return useQuery(nameSuggestionsQuery(useScope().kit, { wanted }))
}
