import { supportedChainsResponse } from '@portico/protocol/gateway'
import type { QueryObserverOptions } from '@tanstack/query-core'
import { gatewayFetch } from '../../data/gatewayFetch.ts'
import { lifetimes } from '../../data/lifetimes.ts'
import type { Kit } from '../../kit.ts'

/** Returns the query of the networks on which the gateway quotes swaps, as CAIP-2 IDs. */
export function swapChainsQuery(kit: Kit): QueryObserverOptions<readonly string[], Error> {
  return {
    queryKey: ['swap-chains'],
    staleTime: lifetimes.projectConfig,
    enabled: kit.options.gatewayUrl !== undefined,
    async queryFn({ signal }) {
      const { swap } = await gatewayFetch(kit, {
        path: '/v1/supported-chains',
        schema: supportedChainsResponse,
        signal,
      })
      return swap ?? []
    },
  }
}
