import { type WalletsResponse, walletsResponse } from '@portico/protocol/gateway'
import type { InfiniteData, InfiniteQueryObserverOptions } from '@tanstack/query-core'
import type { Kit } from '../kit.ts'
import { gatewayFetch } from './gatewayFetch.ts'
import { lifetimes } from './lifetimes.ts'
import { type WalletsQueryParameters, walletsRequest } from './walletsRequest.ts'

/**
 * Returns the query of the gateway's wallet list, in pages: wallets that support the application's networks and, on a
 * phone, its platform. Needs a gateway.
 */
export function walletsQuery(
  kit: Kit,
  parameters: WalletsQueryParameters = {},
): InfiniteQueryObserverOptions<
  WalletsResponse,
  Error,
  InfiniteData<WalletsResponse, string>,
  readonly string[],
  string
> {
  const query = walletsRequest(kit, parameters)
  const { entries = 40 } = parameters
  return {
    queryKey: ['wallets', ...Object.values(query)],
    staleTime: lifetimes.wallets,
    enabled: kit.options.gatewayUrl !== undefined,
    initialPageParam: '1',
    getNextPageParam: ({ count }, pages) =>
      pages.length * entries < count ? String(pages.length + 1) : undefined,
    queryFn: ({ pageParam, signal }) =>
      gatewayFetch(kit, {
        path: '/getWallets',
        query: { ...query, page: pageParam },
        schema: walletsResponse,
        signal,
      }),
  }
}
