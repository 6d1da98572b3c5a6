import type { ConvertRoute } from '@portico/protocol/gateway'
import { coinSentinel, findRouter, writePoolSwap, writeWrap } from '@portico/protocol/swaps'
import type { SwapCall } from '../../chains/shared/providers/SwapProvider.ts'
import { Problem } from '../../infra/http/Problem.ts'
import type { SwapRequest } from './readSwapRequest.ts'

/**
 * Writes the transaction of a route, for clients that cannot. The kit writes its own.
 *
 * @param deadline in seconds since 1970
 */
export function writeRouteCall({
  route,
  request: { chain, account, from, to, amount },
  minimum,
  deadline,
}: {
  route: ConvertRoute
  request: SwapRequest
  minimum: bigint
  deadline: bigint
}): SwapCall {
  const [tokenIn, tokenOut] = [from, to].map((token) => (token === 'native' ? coinSentinel : token)) as [
    string,
    string,
  ]
  switch (route.kind) {
    case 'wrap':
    case 'unwrap':
      return writeWrap({ kind: route.kind, wrapped: route.wrapped, amount })
    case 'pools': {
      const wrapped = from === 'native' ? route.hops[0]?.tokenIn : route.hops.at(-1)?.tokenOut
      const router = findRouter(chain, route.router, [{ address: route.router, kind: 'router02', wrapped }])
      if (!router) throw new Problem('swap-unverified')
      const { hops } = route
      return writePoolSwap({
        router,
        account,
        tokenIn,
        tokenOut,
        amountIn: amount,
        minimumOut: minimum,
        hops,
        deadline,
      })
    }
    default:
      // The maker's transactions come from the maker.
      throw new Problem('swap-unverified')
  }
}
