import { type WalletsResponse, walletsResponse } from '@portico/protocol/gateway'
import type { InfiniteData, InfiniteQueryObserverOptions } from '@tanstack/query-core'
import { getPhone } from '../getPhone.ts'
import type { Kit } from '../kit.ts'
import { gatewayFetch } from './gatewayFetch.ts'
import { lifetimes } from './lifetimes.ts'

export interface WalletsQueryParameters {
  search?: string | undefined
  /** Explorer IDs, reverse domain names or slugs. The wallets are returned in this order. */
  include?: readonly string[] | undefined
  exclude?: readonly string[] | undefined
  rdns?: readonly string[] | undefined
  /** Returns only wallets with this badge, which the gateway's operator gives. */
  badge?: 'none' | 'certified' | undefined
  /** Wallets per page, at most 100. Default: 40. */
  entries?: number | undefined
}

/**
 * Returns the query of the gateway's wallet list, in pages: wallets that support the application's networks and, on a
 * phone, its platform. Needs a gateway.
 */
export function walletsQuery(
  kit: Kit,
  { search = '', include = [], exclude = [], rdns = [], badge, entries = 40 }: WalletsQueryParameters = {},
): InfiniteQueryObserverOptions<
  WalletsResponse,
  Error,
  InfiniteData<WalletsResponse, string>,
  readonly string[],
  string
> {
  const { networks } = kit.store.getState()
  // The gateway filters by namespace only, so one network of each namespace is enough.
  const networkByNamespace = new Map(
    networks.map(({ chainNamespace, caipNetworkId }) => [chainNamespace, caipNetworkId]),
  )
  const query = {
    search,
    include: include.join(),
    exclude: exclude.join(),
    rdns: rdns.join(),
    badge: badge ?? '',
    chains: [...networkByNamespace.values()].join(),
    platform: getPhone() ?? '',
    entries: String(entries),
  }
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
