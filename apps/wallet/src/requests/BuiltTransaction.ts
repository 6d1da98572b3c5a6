import type { Hex } from 'viem'

/** A transaction as it will be signed, with every field set by the wallet. */
export type BuiltTransaction = {
  type: 'eip1559'
  chainId: number
  nonce: number
  gas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  to: Hex | undefined
  value: bigint
  data: Hex
}
