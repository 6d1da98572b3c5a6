import { getPhone } from '../getPhone.ts'
import type { Kit } from '../kit.ts'

export interface WalletsQueryParameters {
  search?: string | undefined
  /** Explorer IDs, reverse domain names or slugs. The wallets are returned in this order. */
  include?: readonly string[] | undefined
  exclude?: readonly string[] | undefined
  rdns?: readonly string[] | undefined
  names?: readonly string[] | undefined
  /** Returns only wallets with this badge, which the gateway's operator gives. */
  badge?: 'none' | 'certified' | undefined
  /** Default: `order`, the most popular first. */
  sort?: 'order' | 'name' | undefined
  /** Wallets per page, at most 100. Default: 40. */
  entries?: number | undefined
}

/** Returns the query parameters of a request for the gateway's wallet list, except the page. */
export function walletsRequest(
  kit: Kit,
  {
    search = '',
    include = [],
    exclude = [],
    rdns = [],
    names = [],
    badge,
    sort,
    entries = 40,
  }: WalletsQueryParameters,
): Record<string, string> {
  const { networks } = kit.store.getState()
  // The gateway filters by namespace only, so one network of each namespace is enough.
  const networkByNamespace = new Map(
    networks.map(({ chainNamespace, caipNetworkId }) => [chainNamespace, caipNetworkId]),
  )
  return {
    search,
    include: include.join(),
    exclude: exclude.join(),
    rdns: rdns.join(),
    names: names.join(),
    badge: badge ?? '',
    sort: sort ?? '',
    chains: [...networkByNamespace.values()].join(),
    platform: getPhone() ?? '',
    entries: String(entries),
  }
}
