import { unsignedOperationTypedData } from '@portico/protocol/smartAccount'
import type { Hex } from 'viem'
import { decodeFunctionData, hashTypedData, parseAbi, size, slice, toFunctionSelector } from 'viem/utils'
import { recoverSigner } from './recoverSigner.ts'

const abi = parseAbi([
  'struct PackedUserOperation { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'function handleOps(PackedUserOperation[] ops, address beneficiary)',
])
/** The selector of `handleOps` of EntryPoint 0.7. */
export const handleOpsSelector = toFunctionSelector(abi[0])

/**
 * Returns the data of a user operation that the account has signed with its own key, from the data of `handleOps`. Another account's
 * operations, and those that only claim to be of this account, are not returned.
 *
 * @param options.nonce of the operation, which EntryPoint accepts once.
 * @returns undefined if there is no such operation.
 * @see https://eips.ethereum.org/EIPS/eip-4337
 */
export function readOperationCalls({
  data,
  account,
  nonce,
  chainId,
}: {
  data: string
  /** Lower case. */
  account: string
  nonce: bigint
  chainId: number
}): string | undefined {
  try {
    const [operations] = decodeFunctionData({ abi, data: data as Hex }).args
    const operation = operations.find((one) => one.nonce === nonce && one.sender.toLowerCase() === account)
    if (!operation || size(operation.signature) !== 65) return undefined
    const { signature, ...signed } = operation
    const hash = hashTypedData(unsignedOperationTypedData(signed, chainId))
    const [r, s, v] = [slice(signature, 0, 32), slice(signature, 32, 64), Number(slice(signature, 64))]
    return recoverSigner({ hash, r, s, yParity: v % 27 }) === account ? operation.callData : undefined
  } catch {
    // Anybody can send any bytes to EntryPoint's address.
    return undefined
  }
}
