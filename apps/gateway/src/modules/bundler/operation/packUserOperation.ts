import { concatHex, numberToHex } from 'viem/utils'
import type { Hex } from '../../../chains/shared/Chain.ts'
import type { UserOperation } from './UserOperation.ts'

/** Packs an operation as the EntryPoint takes it. */
export function packUserOperation(operation: UserOperation) {
  return {
    sender: operation.sender,
    nonce: operation.nonce,
    initCode: '0x' as Hex,
    callData: operation.callData,
    accountGasLimits: pair(operation.verificationGasLimit, operation.callGasLimit),
    preVerificationGas: operation.preVerificationGas,
    gasFees: pair(operation.maxPriorityFeePerGas, operation.maxFeePerGas),
    paymasterAndData: concatHex([
      operation.paymaster,
      pair(operation.paymasterVerificationGasLimit, operation.paymasterPostOpGasLimit),
      operation.paymasterData,
    ]),
    signature: operation.signature,
  }
}

const pair = (high: bigint, low: bigint): Hex =>
  concatHex([numberToHex(high, { size: 16 }), numberToHex(low, { size: 16 })])
