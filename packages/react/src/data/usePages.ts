import { getQueryClient } from '@portico/core/data'
import {
  type InfiniteData,
  InfiniteQueryObserver,
  type InfiniteQueryObserverOptions,
  type QueryKey,
} from '@tanstack/query-core'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useScope } from '../kit/KitContext.ts'
import { type PagedView, toQueryView } from './queryView.ts'

/** Subscribes a component to a paginated query, see `useQuery`. */
export function usePages<Item, Page extends { data: readonly Item[] }, K extends QueryKey>(
  options: InfiniteQueryObserverOptions<Page, Error, InfiniteData<Page, string>, K, string>,
): PagedView<Item> & { pages: readonly Page[] | undefined } {
  const { kit } = useScope()
  const [observer] = useState(
    () =>
      new InfiniteQueryObserver<Page, Error, InfiniteData<Page, string>, K, string>(
        getQueryClient(kit),
        options,
      ),
  )
  const hash = JSON.stringify(options.queryKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: options is a new object on every render; its query key identifies it
  useEffect(() => observer.setOptions(options), [observer, hash])
  // Keep the same functions across renders: resubscribing would briefly leave the query without observers, which
  // cancels a request in flight.
  const subscribe = useCallback((listener: () => void) => observer.subscribe(listener), [observer])
  const read = useCallback(() => observer.getCurrentResult(), [observer])
  const result = useSyncExternalStore(subscribe, read, read)
  const pages = result.data?.pages
  const items = useMemo(() => pages?.flatMap((page) => page.data), [pages])
  return {
    ...toQueryView({ ...result, data: items }, options.enabled === false),
    pages,
    hasNextPage: result.hasNextPage,
    isFetchingNextPage: result.isFetchingNextPage,
    fetchNextPage: () => void observer.fetchNextPage(),
  }
}
