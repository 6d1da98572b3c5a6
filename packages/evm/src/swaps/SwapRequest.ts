import type { PoolHop, SwapRouter, WrittenCall } from '@portico/protocol/swaps'
import type { permitTypedData } from './permitTypedData.ts'

/** A swap over pools, from which the kit writes its bytes. */
export interface PoolSwap {
  router: SwapRouter
  account: string
  tokenIn: string
  tokenOut: string
  amountIn: bigint
  minimumOut: bigint
  hops: readonly PoolHop[]
  /** In seconds since 1970. The network does not execute the swap later. */
  deadline: bigint
}

/** The `request` of a plan. */
export interface SwapRequest {
  swap: WrittenCall
  reset?: WrittenCall | undefined
  approve?: WrittenCall | undefined
  /** What the account signs instead of `approve`, and the swap that its signature becomes part of. */
  permit?: { message: ReturnType<typeof permitTypedData>; swap: PoolSwap } | undefined
}
