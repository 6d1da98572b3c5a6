import type { Hex } from 'viem'
import type { CodeChange } from './CodeChange.ts'

/**
 * A transaction as it will be signed, with every field set by the wallet. One of the type `eip7702` has one authorization, on the
 * transaction's network alone, with the nonce after the transaction's. It is for `delegatorContracts.EIP7702StatelessDeleGator`, or to turn
 * off for the zero address.
 */
export type BuiltTransaction = {
  type: 'eip1559' | 'eip7702'
  /** Of a transaction of the type `eip7702`, and of no other. */
  change?: CodeChange | undefined
  chainId: number
  nonce: number
  gas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  to: Hex | undefined
  value: bigint
  data: Hex
}
