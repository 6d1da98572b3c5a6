import { type WalletsResponse, walletsResponse } from '@portico/protocol/gateway'
import type { InfiniteData, InfiniteQueryObserverOptions } from '@tanstack/query-core'
import { getPhone } from '../getPhone.ts'
import type { Kit } from '../kit.ts'
import { gatewayFetch } from './gatewayFetch.ts'
import { lifetimes } from './lifetimes.ts'

export interface WalletsQueryParameters {
  search?: string | undefined
  /** Explorer ids, reverse domain names or slugs; the answer has their order. */
  include?: readonly string[] | undefined
  exclude?: readonly string[] | undefined
  rdns?: readonly string[] | undefined
  /** Wallets a page, at most 100. */
  entries?: number | undefined
}

/**
 * The gateway's wallet list, a page at a time: wallets for the application's networks, on a phone those that run on it.
 * Needs a gateway.
 */
export function walletsQuery(
  kit: Kit,
  { search = '', include = [], exclude = [], rdns = [], entries = 40 }: WalletsQueryParameters = {},
): InfiniteQueryObserverOptions<
  WalletsResponse,
  Error,
  InfiniteData<WalletsResponse, string>,
  readonly string[],
  string
> {
  const { networks } = kit.store.getState()
  // The list knows families of chains; one network of each says as much as all.
  const families = new Map(
    networks.map(({ chainNamespace, caipNetworkId }) => [chainNamespace, caipNetworkId]),
  )
  const query = {
    search,
    include: include.join(),
    exclude: exclude.join(),
    rdns: rdns.join(),
    chains: [...families.values()].join(),
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
