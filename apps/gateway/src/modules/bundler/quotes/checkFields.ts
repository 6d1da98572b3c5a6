import { BundlerError, bundlerErrorCodes } from '../BundlerError.ts'
import type { NodeState } from '../node/readState.ts'
import type { UserOperation } from '../operation/UserOperation.ts'

/** The gas values of an operation. */
export type Gas = Pick<
  UserOperation,
  | 'callGasLimit'
  | 'verificationGasLimit'
  | 'preVerificationGas'
  | 'paymasterVerificationGasLimit'
  | 'paymasterPostOpGasLimit'
>

/**
 * Checks gas and fees. What exceeds the need goes to whoever includes the operation, which may be its sender: they could be paid by
 * the sponsor for nothing.
 *
 * @param gas what the gateway estimates.
 * @param dataGas what of it a rollup charges for the data, at least; what it charged a few minutes ago may have been twice as much.
 * @throws {BundlerError} naming the field
 */
export function checkFields({
  operation,
  gas,
  dataGas,
  state: { baseFee, priorityFee },
}: {
  operation: UserOperation
  gas: Gas
  dataGas: bigint
  state: Pick<NodeState, 'baseFee' | 'priorityFee'>
}): void {
  // Libraries double what the node suggests, which may have changed since.
  const tip = (priorityFee * 5n) / 2n + baseFee / 10n
  const rules: [name: keyof UserOperation, least: bigint, most: bigint][] = [
    [
      'preVerificationGas',
      gas.preVerificationGas - dataGas / 4n,
      (gas.preVerificationGas * 6n) / 5n + dataGas,
    ],
    ['verificationGasLimit', 0n, gas.verificationGasLimit * 2n],
    ['callGasLimit', 0n, gas.callGasLimit * 2n + 50_000n],
    ['paymasterVerificationGasLimit', 0n, gas.paymasterVerificationGasLimit * 2n],
    ['paymasterPostOpGasLimit', 0n, gas.paymasterPostOpGasLimit],
    ['maxPriorityFeePerGas', 0n, tip],
    ['maxFeePerGas', baseFee, baseFee * 5n + tip * 2n],
  ]
  for (const [name, least, most] of rules) {
    const value = operation[name] as bigint
    if (value < least || value > most)
      throw new BundlerError({
        rpcCode: bundlerErrorCodes.invalidFields,
        message: `${name} must be from ${least} to ${most}; it is ${value}.`,
      })
  }
  if (operation.maxPriorityFeePerGas > operation.maxFeePerGas)
    throw new BundlerError({
      rpcCode: bundlerErrorCodes.invalidFields,
      message: 'maxPriorityFeePerGas must not be more than maxFeePerGas.',
    })
}
