import { delegatorContracts } from './delegatorContracts.ts'

type Hex = `0x${string}`
/** A user operation as EntryPoint 0.7 takes it, without its signature. */
export type UnsignedOperation = { sender: Hex; nonce: bigint; preVerificationGas: bigint } & Record<
  'initCode' | 'callData' | 'accountGasLimits' | 'gasFees' | 'paymasterAndData',
  Hex
>

/**
 * Returns the typed data (EIP-712) that a smart account signs for a user operation, with the account's own domain: not the hash of the
 * EntryPoint.
 *
 * @see https://eips.ethereum.org/EIPS/eip-712
 * @example
 * import { unsignedOperationTypedData } from '@portico/protocol/smartAccount'
 *
 * const signature = await account.signTypedData(unsignedOperationTypedData(operation, 31337))
 */
export function unsignedOperationTypedData(operation: UnsignedOperation, chainId: number) {
  return {
    domain: { name: 'EIP7702StatelessDeleGator', version: '1', chainId, verifyingContract: operation.sender },
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
