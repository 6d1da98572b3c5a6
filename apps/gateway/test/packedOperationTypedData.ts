import { delegatorContracts } from '@portico/protocol/smartAccount'
import type { Hex } from 'viem'

type PackedOperation = { sender: Hex; nonce: bigint; preVerificationGas: bigint } & Record<
  'initCode' | 'callData' | 'accountGasLimits' | 'gasFees' | 'paymasterAndData',
  Hex
>

/** Returns the typed data (EIP-712) that a smart account signs for a packed operation. */
export function packedOperationTypedData(operation: PackedOperation, chainId: number) {
  return {
    domain: {
      name: 'EIP7702StatelessDeleGator',
      version: '1',
      chainId,
      verifyingContract: operation.sender,
    },
    types: {
      PackedUserOperation: [
        { name: 'sender', type: 'address' },
        { name: 'nonce', type: 'uint256' },
        { name: 'initCode', type: 'bytes' },
        { name: 'callData', type: 'bytes' },
        { name: 'accountGasLimits', type: 'bytes32' },
        { name: 'preVerificationGas', type: 'uint256' },
        { name: 'gasFees', type: 'bytes32' },
        { name: 'paymasterAndData', type: 'bytes' },
        { name: 'entryPoint', type: 'address' },
      ],
    },
    primaryType: 'PackedUserOperation',
    message: { ...operation, entryPoint: delegatorContracts.EntryPoint },
  } as const
}
