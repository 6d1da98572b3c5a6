import { type SupportedChainsResponse, supportedChainsResponse } from '@portico/protocol/gateway'
import type { QueryObserverOptions } from '@tanstack/query-core'
import { gatewayFetch } from '../data/gatewayFetch.ts'
import { lifetimes } from '../data/lifetimes.ts'
import type { Kit } from '../kit.ts'

/** Returns the query of the networks on which the gateway quotes swaps, and of those on which it gives test money. */
export function supportedChainsQuery(kit: Kit): QueryObserverOptions<SupportedChainsResponse, Error> {
  return {
    queryKey: ['supported-chains'],
    staleTime: lifetimes.projectConfig,
    enabled: kit.options.gatewayUrl !== undefined,
    queryFn: ({ signal }) =>
      gatewayFetch(kit, { path: '/v1/supported-chains', schema: supportedChainsResponse, signal }),
  }
}
