import { type ConvertQuote, convertTransaction } from '@portico/protocol/gateway'
import { gatewayFetch } from '../../data/gatewayFetch.ts'
import type { Kit } from '../../kit.ts'
import type { SwapOrder, SwapPlan } from '../NamespaceSwaps.ts'
import { leastReceived } from './leastReceived.ts'
import { loadSwaps } from './loadSwaps.ts'
import { SwapUnavailableError } from './SwapUnavailableError.ts'
import type { SwapWish } from './swapQuotesQuery.ts'
import { toCaipAsset } from './toCaipAsset.ts'

/** How many offers are tried before the swap is refused. */
const maxTried = 3

export interface PrepareSwapParameters {
  wish: SwapWish
  /** The best first. */
  quotes: readonly ConvertQuote[]
  /** The least that the visitor has agreed to. Default: what the quote returns, less the slippage. */
  minimum?: bigint | undefined
  withoutPermit?: boolean | undefined
}

/**
 * Decides what has to be signed for the best offer that can be proved to do what it says, and rehearses it. If there is none, the plan
 * of the best one says why.
 *
 * @throws SwapUnavailableError if there is no offer, or the kit cannot swap on this network
 */
export async function prepareSwap(
  kit: Kit,
  { wish, quotes, minimum, withoutPermit }: PrepareSwapParameters,
): Promise<SwapPlan> {
  const { subject, from, to, amount, slippage } = wish
  const { networkId, address: account } = subject
  const { swaps, ...parameters } = await loadSwaps(kit, networkId)

  const prepare = async (quote: ConvertQuote, least: bigint): Promise<SwapPlan> => {
    const order: SwapOrder = { account, from, to, amount, minimum: least, quote }
    // Its provider would be asked for a transaction that it does not write.
    if (BigInt(quote.toAmount) < least)
      return {
        ...{ order, steps: [], isAtomic: false, fee: 0n, notes: [], request: undefined },
        refusal: 'below-minimum',
      }
    return swaps.prepare({
      ...parameters,
      order,
      routers: kit.options.swapRouters?.[networkId],
      withoutPermit,
      fetchTransaction: () => fetchTransaction(kit, wish, order),
    })
  }

  let refused: SwapPlan | undefined
  for (const quote of quotes.slice(0, maxTried)) {
    // The coin and its wrapped form are exchanged one for one.
    const isFixed = quote.route?.kind === 'wrap' || quote.route?.kind === 'unwrap'
    const quoted = leastReceived({ amount: BigInt(quote.toAmount), slippage: isFixed ? 0 : slippage })
    let plan = await prepare(quote, minimum ?? quoted)
    // The token keeps a part of each transfer, or the server has promised too much: what was rehearsed is the offer.
    if (plan.refusal === 'below-minimum' && minimum === undefined && plan.receives)
      plan = await prepare(quote, leastReceived({ amount: plan.receives, slippage }))
    if (!plan.refusal) return plan
    refused ??= plan
  }
  if (!refused) throw new SwapUnavailableError({ networkId })
  return refused
}

async function fetchTransaction(kit: Kit, { subject, slippage }: SwapWish, order: SwapOrder) {
  return await gatewayFetch(kit, {
    path: '/v1/convert/build-transaction',
    body: {
      amount: `${order.amount}`,
      from: toCaipAsset(subject.networkId, order.from.token),
      to: toCaipAsset(subject.networkId, order.to.token),
      userAddress: `${subject.networkId}:${subject.address}`,
      eip155: { slippage: slippage / 100 },
      quoteId: order.quote.id,
      minAmount: `${order.minimum}`,
    },
    schema: convertTransaction,
  })
}
