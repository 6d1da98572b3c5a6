import type { UserOperation } from './UserOperation.ts'

/** Returns the gas that an operation can use at most, and pay for. */
export function totalGasOf(
  operation: Pick<
    UserOperation,
    | 'callGasLimit'
    | 'verificationGasLimit'
    | 'preVerificationGas'
    | 'paymasterVerificationGasLimit'
    | 'paymasterPostOpGasLimit'
  >,
): bigint {
  return (
    operation.callGasLimit +
    operation.verificationGasLimit +
    operation.preVerificationGas +
    operation.paymasterVerificationGasLimit +
    operation.paymasterPostOpGasLimit
  )
}

/** Returns what an operation can cost at most, in wei: what the EntryPoint takes in advance. */
export function maxCostOf(operation: UserOperation): bigint {
  return totalGasOf(operation) * operation.maxFeePerGas
}
