import type { CaipNetworkId } from '@portico/protocol'
import { type ResolveResponse, resolveResponse } from '@portico/protocol/gateway'
import { gatewayFetch } from '../data/gatewayFetch.ts'
import type { Kit } from '../kit.ts'

/**
 * Asks the gateway for the address that a name has on a network.
 *
 * @throws GatewayError `name-unknown` if it has none · GatewayUnreachableError
 */
export function resolveName(
  kit: Kit,
  { name, networkId, signal }: { name: string; networkId: CaipNetworkId; signal?: AbortSignal | undefined },
): Promise<ResolveResponse> {
  return gatewayFetch(kit, {
    path: `/v1/resolve/${encodeURIComponent(name)}`,
    query: { chainId: networkId },
    schema: resolveResponse,
    signal,
  })
}
