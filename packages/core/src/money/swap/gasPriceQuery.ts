import type { CaipNetworkId } from '@portico/protocol'
import { convertGasPriceResponse } from '@portico/protocol/gateway'
import type { QueryObserverOptions } from '@tanstack/query-core'
import { gatewayQuery } from '../../data/gatewayQuery.ts'
import { refetchAfter } from '../../data/refetchAfter.ts'
import type { Kit } from '../../kit.ts'

/** The delay between two requests while the price is shown (ms). */
const lifetimeMs = 30_000

/** Returns the query of what a network charges for a unit of gas, in wei. It only hints whether the fee can be paid. */
export function gasPriceQuery(kit: Kit, networkId: CaipNetworkId): QueryObserverOptions<bigint, Error> {
  return gatewayQuery(kit, {
    queryKey: ['gas-price', networkId],
    staleTime: lifetimeMs,
    enabled: networkId !== ':',
    refetchInterval: refetchAfter(lifetimeMs),
    path: '/v1/convert/gas-price',
    query: { chainId: networkId },
    schema: convertGasPriceResponse,
    read: ({ standard }) => BigInt(standard),
  })
}
