import { nameSuggestionsQuery } from '@portico/core/data'
import type { NameSuggestionsResponse } from '@portico/protocol/gateway'
import { useScope } from '../kit/KitContext.ts'
import type { QueryView } from './queryView.ts'
import { useQuery } from './useQuery.ts'

/** Returns account names similar to the typed one, and whether each is taken. */
export function useNameSuggestions(name: string): QueryView<NameSuggestionsResponse> {
  return useQuery(nameSuggestionsQuery(useScope().kit, { name }))
}
