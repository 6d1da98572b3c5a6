import type { Hex } from 'viem'

/** The gas limits of an operation. */
export type OperationGas = {
  callGasLimit: bigint
  verificationGasLimit: bigint
  preVerificationGas: bigint
  paymasterVerificationGasLimit: bigint
  paymasterPostOpGasLimit: bigint
}

/**
 * A user operation of EntryPoint 0.7. It never has a factory, because accounts are upgraded instead, and always a paymaster:
 * without one the account itself would pay.
 *
 * @see https://eips.ethereum.org/EIPS/eip-4337
 */
export type UserOperation = OperationGas & {
  sender: Hex
  /** A key in the upper 192 bits, and a sequence number. */
  nonce: bigint
  callData: Hex
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  paymaster: Hex
  paymasterData: Hex
}
