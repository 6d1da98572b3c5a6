import { BaseError, type CaipNetworkId } from '@portico/protocol'
import { coinSentinel, readSwap, routers } from '@portico/protocol/swaps'
import * as z from 'zod/mini'
import type { SwapCall, SwapProvider, SwapQuery } from '../../chains/shared/providers/SwapProvider.ts'
import type { SwapService } from './createSwapService.ts'
import { address, calldata, units } from './swapFields.ts'
import { toSlippageBps } from './toSlippageBps.ts'

/** In hundredths of a percent; the service accepts no more. */
const mostSlippage = 5000
/** The service appends a tag of a few bytes to calldata, which the router ignores. */
const maxTagBytes = 32

const quoteAnswer = z.object({ dstAmount: units, gas: z.int().check(z.gte(0)) })
const swapAnswer = z.object({ tx: z.object({ to: address, data: calldata, value: units }) })

/**
 * Offers swaps of 1inch's aggregator (API 6.1). Its router's function `swap` alone can be verified, so transactions that use
 * another one are dropped.
 *
 * @see https://business.1inch.com/portal/documentation/apis/swap/classic-swap
 */
export function oneInch({ service }: { service: SwapService }): SwapProvider {
  const offer = ({ chain, from, to, amount, deadline }: SwapQuery) =>
    service.request({
      path: `/swap/v6.1/${referenceOf(chain)}/quote`,
      search: { src: toToken(from), dst: toToken(to), amount: `${amount}`, includeGas: 'true' },
      schema: quoteAnswer,
      deadline,
    })

  return {
    id: '1inch',
    serves: (chain) => routers[chain]?.['1inch'] !== undefined,
    cost: 1,
    rate: 1,
    async quote(query) {
      const answer = await offer(query)
      if (!answer || answer.dstAmount === 0n) return undefined
      const spender = routers[query.chain]?.['1inch']
      return {
        amountOut: answer.dstAmount,
        gas: BigInt(answer.gas),
        ...(query.from === 'native' ? {} : { spender }),
      }
    },
    async build({ minimum, ...query }) {
      const { chain, account, from, to, amount, deadline } = query
      const now = await offer(query)
      if (!now) throw new BaseError('1inch no longer has a route.')
      const bps = toSlippageBps({ offered: now.dstAmount, minimum, most: mostSlippage })
      const answer = await service.request({
        path: `/swap/v6.1/${referenceOf(chain)}/swap`,
        search: {
          src: toToken(from),
          dst: toToken(to),
          amount: `${amount}`,
          from: account,
          origin: account,
          receiver: account,
          slippage: `${bps / 100}`,
          // The account may not have allowed the amount yet.
          disableEstimate: 'true',
        },
        schema: swapAnswer,
        deadline,
      })
      if (!answer) throw new BaseError('1inch refused to write the transaction.')
      return withoutTag({ chain, account, call: answer.tx })
    },
  }
}

/** Cuts the tag off, so that what remains is canonical; that alone can be verified. */
function withoutTag({
  chain,
  account,
  call,
}: {
  chain: CaipNetworkId
  account: string
  call: SwapCall
}): SwapCall {
  for (let bytes = 0; bytes <= maxTagBytes; bytes++) {
    const shorter = { ...call, data: call.data.slice(0, call.data.length - 2 * bytes) }
    if (readSwap({ chainId: chain, account, ...shorter })) return shorter
  }
  return call
}

function referenceOf(chain: CaipNetworkId): string {
  return chain.slice('eip155:'.length)
}

function toToken(asset: string): string {
  return asset === 'native' ? coinSentinel : asset.toLowerCase()
}
