import type { CaipNetworkId } from '@portico/protocol'
import { coinSentinel, convertTokensResponse } from '@portico/protocol/gateway'
import type { QueryObserverOptions } from '@tanstack/query-core'
import { accountKey } from '../../data/accountKey.ts'
import { gatewayQuery } from '../../data/gatewayQuery.ts'
import { refetchAfter } from '../../data/refetchAfter.ts'
import type { Kit } from '../../kit.ts'
import type { SwapToken } from './SwapToken.ts'
import { toCaipAsset } from './toCaipAsset.ts'

/** As long as the gateway's answer may be cached (ms). */
const lifetimeMs = 3_600_000

/**
 * Returns the query of the tokens that can be swapped on a network. With `address` it is that of one token, which need not be
 * listed; its answer is empty if there is no such token, or if the gateway answers with another one.
 */
export function swapTokensQuery(
  kit: Kit,
  { networkId, address }: { networkId: CaipNetworkId; address?: string | undefined },
): QueryObserverOptions<readonly SwapToken[], Error> {
  return gatewayQuery(kit, {
    queryKey: ['swap-tokens', networkId, address ?? ''],
    staleTime: lifetimeMs,
    enabled: networkId !== ':',
    refetchInterval: refetchAfter(false),
    path: '/v1/convert/tokens',
    query: { chainId: networkId, address: address && toCaipAsset(networkId, address) },
    schema: convertTokensResponse,
    read: ({ tokens }): readonly SwapToken[] =>
      tokens.flatMap(({ address: caip10, name, symbol, decimals, listed, logoUri: image }) => {
        // A token of another network, or one whose amounts cannot be shown.
        if (!caip10.startsWith(`${networkId}:`) || decimals > 36) return []
        const local = caip10.slice(networkId.length + 1)
        if (address !== undefined && accountKey(local) !== accountKey(address)) return []
        const isCoin = local.toLowerCase() === coinSentinel
        return [
          {
            ...{ name, symbol, decimals, image },
            token: isCoin ? undefined : local,
            isListed: listed || isCoin,
          },
        ]
      }),
  })
}
