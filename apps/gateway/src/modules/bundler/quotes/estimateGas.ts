import { RpcError } from '@portico/protocol'
import { size } from 'viem/utils'
import { BundlerError, bundlerErrorCodes } from '../BundlerError.ts'
import { readRevertData } from '../node/readFailure.ts'
import type { NodeState } from '../node/readState.ts'
import { paymasterVerificationGas, preVerificationGasOf, verificationGas } from '../operation/gas.ts'
import { readFeeBatch } from '../operation/readFeeBatch.ts'
import type { UserOperation } from '../operation/UserOperation.ts'
import type { Gas } from './checkFields.ts'
import { mostPaymasterGas } from './createOtherPaymasters.ts'

/**
 * Estimates the gas of an operation whose calls the node has tried.
 *
 * @param dataGas what a rollup charges for the data now; a quarter more is asked for, because that changes with the network below it.
 * @throws {BundlerError} if the calls failed
 */
export function estimateGas(
  operation: UserOperation,
  { callGas }: NodeState,
  { isExternal, isOther = false, dataGas }: { isExternal: boolean; isOther?: boolean; dataGas: bigint },
): Gas {
  if (callGas instanceof RpcError)
    throw new BundlerError({
      rpcCode: bundlerErrorCodes.reverted,
      reason: 'would-revert',
      message: 'The calls of the operation would fail.',
      revertData: readRevertData(callGas),
      cause: callGas,
    })
  // The account keeps 1/64 when it tries the calls, and does more than was executed.
  const tries = readFeeBatch(operation) ? callGas / 32n + 10_000n : 0n
  return {
    callGasLimit: (callGas * 5n + 3n) / 4n + tries,
    verificationGasLimit: verificationGas,
    preVerificationGas:
      (dataGas * 5n) / 4n +
      preVerificationGasOf(operation, {
        isExternal,
        otherDataSize: isOther ? size(operation.paymasterData) : undefined,
      }),
    // `checkFields` allows twice as much for checking.
    paymasterVerificationGasLimit: isOther ? mostPaymasterGas.verification / 2n : paymasterVerificationGas,
    paymasterPostOpGasLimit: isOther ? mostPaymasterGas.postOp : 0n,
  }
}
