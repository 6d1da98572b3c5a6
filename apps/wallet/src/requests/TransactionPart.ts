import type { Hex } from 'viem'
import type { DecodedCall } from './decodeCall.ts'
import type { Effect } from './Effect.ts'

/** A call that a transaction makes: the transaction itself, or one of a batch. */
export type TransactionPart = {
  to: Hex | undefined
  value: bigint
  data: Hex
  /** Undefined without calldata. */
  call: DecodedCall | undefined
  /** It is a swap of which every byte is understood. */
  isSwap: boolean
  effects: Effect[]
}
