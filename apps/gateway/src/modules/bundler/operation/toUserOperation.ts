import type { PartialUserOperation } from '@portico/protocol/gateway'
import type { Hex } from '../../../chains/shared/Chain.ts'
import type { UserOperation } from './UserOperation.ts'

const zeroAddress: Hex = `0x${'0'.repeat(40)}`

/** Converts an operation of a request, which its schema has checked. Missing numbers are 0, missing bytes empty. */
export function toUserOperation(operation: PartialUserOperation): UserOperation {
  const { eip7702Auth: authorization } = operation
  return {
    sender: lower(operation.sender),
    nonce: BigInt(operation.nonce),
    callData: lower(operation.callData),
    callGasLimit: BigInt(operation.callGasLimit ?? 0),
    verificationGasLimit: BigInt(operation.verificationGasLimit ?? 0),
    preVerificationGas: BigInt(operation.preVerificationGas ?? 0),
    maxFeePerGas: BigInt(operation.maxFeePerGas ?? 0),
    maxPriorityFeePerGas: BigInt(operation.maxPriorityFeePerGas ?? 0),
    paymaster: lower(operation.paymaster ?? zeroAddress),
    paymasterVerificationGasLimit: BigInt(operation.paymasterVerificationGasLimit ?? 0),
    paymasterPostOpGasLimit: BigInt(operation.paymasterPostOpGasLimit ?? 0),
    paymasterData: lower(operation.paymasterData ?? '0x'),
    signature: lower(operation.signature ?? '0x'),
    authorization: authorization && {
      chainId: BigInt(authorization.chainId),
      address: lower(authorization.address),
      nonce: BigInt(authorization.nonce),
      yParity: Number(BigInt(authorization.yParity) === 0n ? 0 : 1),
      r: word(authorization.r),
      s: word(authorization.s),
    },
  }
}

const lower = (text: string): Hex => text.toLowerCase() as Hex
const word = (text: string): Hex => `0x${text.slice(2).toLowerCase().padStart(64, '0')}`
