/** What a view needs to know of something it reads. */
export interface QueryView<T> {
  data: T | undefined
  status: 'pending' | 'success' | 'error'
  /** True where there is no source for it at all, such as activity without a gateway. */
  unavailable: boolean
  /** True while what is shown could not be brought up to date. */
  isStale: boolean
  refetch(): void
}

/** A list that comes in pages, as one list. */
export interface PagedView<T> extends QueryView<readonly T[]> {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): void
}

interface Result {
  status: 'pending' | 'success' | 'error'
  isRefetchError: boolean
  failureCount: number
  refetch(): unknown
}

export function toQueryView<T>(result: Result & { data: T | undefined }, unavailable: boolean): QueryView<T> {
  const { data, status, refetch } = result
  return {
    data,
    // What was read before stays on the screen when reading again fails.
    status: data === undefined ? status : 'success',
    unavailable,
    isStale: result.isRefetchError || (data !== undefined && result.failureCount > 0),
    refetch: () => void refetch(),
  }
}
