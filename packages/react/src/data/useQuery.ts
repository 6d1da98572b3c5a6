import { getQueryClient } from '@portico/core/data'
import { type QueryKey, QueryObserver, type QueryObserverOptions } from '@tanstack/query-core'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useScope } from '../kit/KitContext.ts'
import { type QueryView, toQueryView } from './queryView.ts'

/** Subscribes a component to a query: fetches while the component is mounted and rerenders it on changes. */
export function useQuery<T, K extends QueryKey>(
  options: QueryObserverOptions<T, Error, T, T, K>,
): QueryView<T> {
  const { kit } = useScope()
  const [observer] = useState(() => new QueryObserver<T, Error, T, T, K>(getQueryClient(kit), options))
  const hash = JSON.stringify(options.queryKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: options is a new object on every render; its query key identifies it
  useEffect(() => observer.setOptions(options), [observer, hash])
  // Keep the same functions across renders: resubscribing would briefly leave the query without observers, which
  // cancels a request in flight.
  const subscribe = useCallback((listener: () => void) => observer.subscribe(listener), [observer])
  const read = useCallback(() => observer.getCurrentResult(), [observer])
  const result = useSyncExternalStore(subscribe, read, read)
  return toQueryView(result, options.enabled === false)
}
