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

/** Binds a list that comes in pages to a component, see `useQuery`. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: options are made anew on every render; their key says what they are for
  useEffect(() => observer.setOptions(options), [observer, hash])
  // The same functions on every render: subscribing anew would leave the query without observers for a moment, and
  // that ends a request that is under way.
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
