import { type HistoryResponse, historyResponse } from '@portico/protocol/gateway'
import type { InfiniteData, InfiniteQueryObserverOptions } from '@tanstack/query-core'
import type { Kit } from '../kit.ts'
import type { SignInSubject } from '../signIn/signInState.ts'
import { gatewayFetch } from './gatewayFetch.ts'
import { lifetimes } from './lifetimes.ts'
import { refetchAfter } from './refetchAfter.ts'

/** Returns the query of an account's transactions on one network, newest first, in pages. Needs a gateway. */
export function activityQuery(
  kit: Kit,
  { address, networkId }: SignInSubject,
): InfiniteQueryObserverOptions<
  HistoryResponse,
  Error,
  InfiniteData<HistoryResponse, string>,
  readonly string[],
  string
> {
  return {
    queryKey: ['activity', `${networkId}:${address}`],
    staleTime: lifetimes.history,
    refetchInterval: refetchAfter(lifetimes.history),
    enabled: kit.options.gatewayUrl !== undefined,
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    queryFn: ({ pageParam, signal }) =>
      gatewayFetch(kit, {
        path: `/v1/account/${address}/history`,
        query: { chainId: networkId, cursor: pageParam },
        schema: historyResponse,
        signal,
      }),
  }
}
