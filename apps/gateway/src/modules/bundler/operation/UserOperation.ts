import type { Hex } from '../../../chains/shared/Chain.ts'

/** An authorization with which an account delegates its code (EIP-7702). */
export type Authorization = {
  chainId: bigint
  address: Hex
  nonce: bigint
  yParity: number
  r: Hex
  s: Hex
}

/** A user operation of EntryPoint 0.7 whose account is not deployed by a factory. Addresses are in lower case. */
export type UserOperation = {
  sender: Hex
  nonce: bigint
  callData: Hex
  callGasLimit: bigint
  verificationGasLimit: bigint
  preVerificationGas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  paymaster: Hex
  paymasterVerificationGasLimit: bigint
  paymasterPostOpGasLimit: bigint
  paymasterData: Hex
  signature: Hex
  authorization: Authorization | undefined
}
