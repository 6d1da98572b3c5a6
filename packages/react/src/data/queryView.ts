/** The result of a query, as views need it. */
export interface QueryView<T> {
  data: T | undefined
  status: 'pending' | 'success' | 'error'
  /** True if there is no data source at all, such as activity without a gateway. */
  unavailable: boolean
  /** True while `data` is shown although refetching it failed. */
  isStale: boolean
  refetch(): void
}

/** A paginated list; `data` holds the items of all pages loaded so far. */
export interface PagedView<T> extends QueryView<readonly T[]> {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): void
}

interface Result {
  status: 'pending' | 'success' | 'error'
  isRefetchError: boolean
  refetch(): unknown
}

/** Converts the result of a query observer. */
export function toQueryView<T>(result: Result & { data: T | undefined }, unavailable: boolean): QueryView<T> {
  const { data, status, refetch } = result
  return {
    data,
    // Keep showing stale data if refetching fails.
    status: data === undefined ? status : 'success',
    unavailable,
    isStale: result.isRefetchError,
    refetch: () => void refetch(),
  }
}
