import type { Hex } from '../../../chains/shared/Chain.ts'
import type { Dex } from '../../../infra/config/SwapsConfig.ts'

/** A pool of two tokens. Addresses are in lower case. */
export type Pool = {
  dex: Dex
  address: Hex
  /** The lower of the two addresses. */
  token0: Hex
  token1: Hex
  /** In hundredths of a basis point. */
  fee: number
}

/** Pools that are tried for the same purpose: to sell one token for another. */
export type Leg = {
  sold: Hex
  bought: Hex
  /** What is sold: the amount of the query, the best result of an earlier leg, or nothing, to read prices only. */
  source: 'amount' | 'nothing' | Leg
  pools: readonly Pool[]
}

/** What a pool has answered. */
export type PoolResult = {
  /** What arrives; 0 if nothing does. */
  out: bigint
  gas: bigint
  /** The price before: how much of `bought` is paid for how much of `sold`. Undefined if the pool has failed. */
  price: { sold: bigint; bought: bigint } | undefined
}
