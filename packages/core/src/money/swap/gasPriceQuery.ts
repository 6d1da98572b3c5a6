import type { CaipNetworkId } from '@portico/protocol'
import { convertGasPriceResponse } from '@portico/protocol/gateway'
import type { QueryObserverOptions } from '@tanstack/query-core'
import { gatewayFetch } from '../../data/gatewayFetch.ts'
import { refetchAfter } from '../../data/refetchAfter.ts'
import type { Kit } from '../../kit.ts'

/** The delay between two requests while the price is shown (ms). */
const lifetimeMs = 30_000

/** Returns the query of what a network charges for a unit of gas, in wei. It only hints whether the fee can be paid. */
export function gasPriceQuery(kit: Kit, networkId: CaipNetworkId): QueryObserverOptions<bigint, Error> {
  return {
    queryKey: ['gas-price', networkId],
    staleTime: lifetimeMs,
    enabled: kit.options.gatewayUrl !== undefined && networkId !== ':',
    refetchInterval: refetchAfter(lifetimeMs),
    async queryFn({ signal }) {
      const { standard } = await gatewayFetch(kit, {
        path: '/v1/convert/gas-price',
        query: { chainId: networkId },
        schema: convertGasPriceResponse,
        signal,
      })
      return BigInt(standard)
    },
  }
}
