import type { Chain, Hex } from '../../shared/Chain.ts'

/** One read of a contract. */
export type ContractCall = { target: Hex; data: Hex }

/** A read of an account's native balance; the answer is one 32-byte word. */
export type CoinCall = { coinOf: Hex }

/** The data a contract returned; undefined if it reverted, has no code, or could not be read. */
export type ContractAnswer = Hex | undefined

/** Reads to make on one chain. */
export type ReadQuery = {
  chain: Chain
  calls: readonly (ContractCall | CoinCall)[]
  /** Epoch milliseconds. */
  deadline: number
}
