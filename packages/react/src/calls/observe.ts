import type { Kit } from '@portico/core'
import { getQueryClient } from '@portico/core/data'
import { type QueryKey, QueryObserver, type QueryObserverOptions } from '@tanstack/query-core'

/** What a query has found, or why it has not. */
export interface Observed<T> {
  data: T | undefined
  error: Error | undefined
}

/** Calls back with each result of a query. Returns the function that ends it. */
export function observe<T>(
  kit: Kit,
  options: QueryObserverOptions<T, Error, T, T, QueryKey>,
  callback: (observed: Observed<T>) => void,
): () => void {
  const observer = new QueryObserver<T, Error, T, T, QueryKey>(getQueryClient(kit), options)
  const show = ({ isPending, data, error }: ReturnType<typeof observer.getCurrentResult>) => {
    if (!isPending) callback({ data, error: error ?? undefined })
  }
  show(observer.getCurrentResult())
  return observer.subscribe(show)
}
