import type { SwapOrder } from '@portico/core'
import type { ConvertTransaction } from '@portico/protocol/gateway'
import {
  coinSentinel,
  findRouter,
  isAgreedSwap,
  readSwap,
  type SwapRouter,
  type SwapTerms,
  type WrittenCall,
  writePoolSwap,
  writeWrap,
} from '@portico/protocol/swaps'
import type { PoolSwap } from './SwapRequest.ts'

/** The transaction of a swap, and what its bytes say. */
export interface WrittenSwap {
  call: WrittenCall
  terms: SwapTerms
  /** Set if the kit has written the transaction itself, over pools. */
  pools?: PoolSwap | undefined
  /** Whether a provider has written the transaction. */
  isForeign: boolean
}

/**
 * Writes the transaction of an order, or asks its provider for it. Either way the bytes are read again. Returns undefined unless they
 * say what the visitor agreed to, and the router is known.
 *
 * @param parameters.chainId CAIP-2
 * @param parameters.deadline in seconds since 1970
 */
export async function writeSwap({
  chainId,
  order,
  routers,
  deadline,
  fetchTransaction,
}: {
  chainId: string
  order: SwapOrder
  routers?: readonly SwapRouter[] | undefined
  deadline: bigint
  fetchTransaction: () => Promise<ConvertTransaction>
}): Promise<WrittenSwap | undefined> {
  const { account, amount, minimum, quote } = order
  const [tokenIn, tokenOut] = [order.from.token ?? coinSentinel, order.to.token ?? coinSentinel]
  // A route that leads elsewhere cannot be written; a provider may not answer. Neither can be proved.
  const written = await write().catch(() => undefined)
  if (!written) return undefined
  const { to, data, value } = written.call
  const terms = readSwap({ chainId, account, to, data, value, own: routers })
  const agreed = { account, tokenIn, tokenOut, amountIn: amount, minimumOut: minimum }
  return terms && isAgreedSwap(terms, agreed) ? { ...written, terms } : undefined

  async function write(): Promise<Omit<WrittenSwap, 'terms'> | undefined> {
    const { route } = quote
    if (!route) {
      const { tx } = await fetchTransaction()
      if (tx.from.toLowerCase() !== account.toLowerCase()) return undefined
      const call = { to: tx.to, data: tx.data as `0x${string}`, value: BigInt(tx.amount) }
      return { call, isForeign: true }
    }
    if (route.kind === 'maker') return undefined
    if (route.kind !== 'pools') {
      const { kind, wrapped } = route
      return { call: writeWrap({ kind, wrapped, amount }), isForeign: false }
    }
    const router = findRouter(chainId, route.router, routers)
    if (!router) return undefined
    const terms = { account, tokenIn, tokenOut, amountIn: amount, minimumOut: minimum }
    const pools = { ...terms, router, hops: route.hops, deadline }
    return { call: writePoolSwap(pools), pools, isForeign: false }
  }
}
