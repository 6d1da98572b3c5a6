import { BaseError } from '@portico/protocol'
import { coinSentinel, routers } from '@portico/protocol/swaps'
import * as z from 'zod/mini'
import type { SwapProvider, SwapQuery } from '../../chains/shared/providers/SwapProvider.ts'
import type { SwapService } from './createSwapService.ts'
import { address, calldata, units } from './swapFields.ts'
import { toSlippageBps } from './toSlippageBps.ts'

/** The service's names of the networks. */
const names: Readonly<Record<string, string>> = {
  'eip155:1': 'ethereum',
  'eip155:10': 'optimism',
  'eip155:56': 'bsc',
  'eip155:130': 'unichain',
  'eip155:137': 'polygon',
  'eip155:146': 'sonic',
  'eip155:324': 'zksync',
  'eip155:5000': 'mantle',
  'eip155:8453': 'base',
  'eip155:42161': 'arbitrum',
  'eip155:43114': 'avalanche',
  'eip155:59144': 'linea',
  'eip155:80094': 'berachain',
  'eip155:81457': 'blast',
  'eip155:534352': 'scroll',
}
/** How this gateway names itself; the limit of 3 requests per second goes by it. */
export const kyberClientId = 'portico'
const transactionSeconds = 600
/** In hundredths of a percent; the service accepts no more. */
const mostSlippage = 2000

/** The summary of a route must be sent back as it came, with all its fields. */
const routeSummary = z.looseObject({
  tokenIn: address,
  tokenOut: address,
  amountIn: units,
  amountOut: units,
  gas: units,
})
const routesAnswer = z.object({
  code: z.literal(0),
  data: z.object({ routeSummary, routerAddress: address }),
})
/** The same answer, unparsed. */
const rawAnswer = z.object({ data: z.object({ routeSummary: z.looseObject({}) }) })
const buildAnswer = z.object({
  code: z.literal(0),
  data: z.object({ data: calldata, routerAddress: address, transactionValue: units }),
})

/**
 * Offers swaps of KyberSwap's aggregator, which needs no key.
 *
 * @see https://docs.kyberswap.com/developer-guide/aggregator-api/aggregator-api-specification/evm-swaps
 */
export function kyberSwap({
  service,
  now = Date.now,
}: {
  service: SwapService
  now?: () => number
}): SwapProvider {
  async function findRoute({ chain, from, to, amount, deadline }: SwapQuery) {
    const [tokenIn, tokenOut] = [toToken(from), toToken(to)]
    const raw = await service.request({
      path: `/${names[chain]}/api/v1/routes`,
      search: { tokenIn, tokenOut, amountIn: `${amount}`, gasInclude: 'true', source: kyberClientId },
      schema: z.unknown(),
      deadline,
    })
    if (raw === undefined) return undefined
    const { data } = routesAnswer.parse(raw)
    const { routeSummary: route, routerAddress } = data
    if (route.tokenIn !== tokenIn || route.tokenOut !== tokenOut || route.amountIn !== amount)
      throw new BaseError('KyberSwap answered for another swap.')
    if (routerAddress !== routers[chain]?.kyberswap)
      throw new BaseError('KyberSwap named a router that is not known.')
    return { route, routerAddress, raw: rawAnswer.parse(raw).data.routeSummary }
  }

  return {
    id: 'kyberswap',
    serves: (chain) => chain in names && routers[chain]?.kyberswap !== undefined,
    cost: 1,
    rate: 3,
    async quote(query) {
      const found = await findRoute(query)
      if (!found || found.route.amountOut === 0n) return undefined
      const { route, routerAddress } = found
      return {
        amountOut: route.amountOut,
        gas: route.gas,
        ...(query.from === 'native' ? {} : { spender: routerAddress }),
      }
    },
    async build({ minimum, ...query }) {
      const found = await findRoute(query)
      if (!found) throw new BaseError('KyberSwap no longer has a route.')
      const { chain, account, deadline } = query
      const answer = await service.request({
        path: `/${names[chain]}/api/v1/route/build`,
        body: {
          routeSummary: found.raw,
          sender: account,
          recipient: account,
          slippageTolerance: toSlippageBps({
            offered: found.route.amountOut,
            minimum,
            most: mostSlippage,
          }),
          deadline: Math.floor(now() / 1000) + transactionSeconds,
          source: kyberClientId,
        },
        schema: buildAnswer,
        deadline,
      })
      if (!answer) throw new BaseError('KyberSwap refused to write the transaction.')
      const { data, routerAddress, transactionValue } = answer.data
      return { to: routerAddress, data, value: transactionValue }
    },
  }
}

function toToken(asset: string): string {
  return asset === 'native' ? coinSentinel : asset.toLowerCase()
}
