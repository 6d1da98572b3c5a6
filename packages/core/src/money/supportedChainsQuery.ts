import { type SupportedChainsResponse, supportedChainsResponse } from '@portico/protocol/gateway'
import type { QueryObserverOptions } from '@tanstack/query-core'
import { gatewayQuery } from '../data/gatewayQuery.ts'
import { lifetimes } from '../data/lifetimes.ts'
import type { Kit } from '../kit.ts'

/** Returns the query of the networks on which the gateway quotes swaps, and of those on which it gives test money. */
export function supportedChainsQuery(kit: Kit): QueryObserverOptions<SupportedChainsResponse, Error> {
  return gatewayQuery(kit, {
    queryKey: ['supported-chains'],
    staleTime: lifetimes.projectConfig,
    path: '/v1/supported-chains',
    schema: supportedChainsResponse,
  })
}
