import type { Hex } from 'viem'

/**
 * A transaction as it will be signed, with every field set by the wallet. One of the type `eip7702` has one authorization, which upgrades the
 * account: always for `delegatorContracts.EIP7702StatelessDeleGator`, on the transaction's network alone, with the nonce after the
 * transaction's.
 */
export type BuiltTransaction = {
  type: 'eip1559' | 'eip7702'
  chainId: number
  nonce: number
  gas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  to: Hex | undefined
  value: bigint
  data: Hex
}
