import type { NodeState } from '../node/readState.ts'
import type { UserOperation } from '../operation/UserOperation.ts'
import type { Gas } from './checkFields.ts'

/** Fills in the gas and the fees that a client has not decided yet. */
export function fillGas(
  operation: UserOperation,
  gas: Gas,
  { baseFee, priorityFee }: NodeState,
): UserOperation {
  const or = (given: bigint, own: bigint) => (given === 0n ? own : given)
  return {
    ...operation,
    callGasLimit: or(operation.callGasLimit, gas.callGasLimit),
    verificationGasLimit: or(operation.verificationGasLimit, gas.verificationGasLimit),
    preVerificationGas: or(operation.preVerificationGas, gas.preVerificationGas),
    paymasterVerificationGasLimit: or(
      operation.paymasterVerificationGasLimit,
      gas.paymasterVerificationGasLimit,
    ),
    maxFeePerGas: or(operation.maxFeePerGas, 2n * baseFee + priorityFee),
    maxPriorityFeePerGas: or(operation.maxPriorityFeePerGas, priorityFee),
  }
}
