import { getQueryClient } from '@portico/core/data'
import { type QueryKey, QueryObserver, type QueryObserverOptions } from '@tanstack/query-core'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useScope } from '../kit/KitContext.ts'
import { type QueryView, toQueryView } from './queryView.ts'

/** Binds a query to a component: reads while it is shown, and draws it again when something changes. */
export function useQuery<T, K extends QueryKey>(
  options: QueryObserverOptions<T, Error, T, T, K>,
): QueryView<T> {
  const { kit } = useScope()
  const [observer] = useState(() => new QueryObserver<T, Error, T, T, K>(getQueryClient(kit), options))
  const hash = JSON.stringify(options.queryKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: options are made anew on every render; their key says what they are for
  useEffect(() => observer.setOptions(options), [observer, hash])
  // The same functions on every render: subscribing anew would leave the query without observers for a moment, and
  // that ends a request that is under way.
  const subscribe = useCallback((listener: () => void) => observer.subscribe(listener), [observer])
  const read = useCallback(() => observer.getCurrentResult(), [observer])
  const result = useSyncExternalStore(subscribe, read, read)
  return toQueryView(result, options.enabled === false)
}
