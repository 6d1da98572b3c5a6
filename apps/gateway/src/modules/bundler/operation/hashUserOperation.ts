import { encodeAbiParameters, keccak256 } from 'viem/utils'
import type { Hex } from '../../../chains/shared/Chain.ts'
import { entryPoint } from '../node/entryPoint.ts'
import { packUserOperation } from './packUserOperation.ts'
import type { UserOperation } from './UserOperation.ts'

/** Returns the hash that the EntryPoint gives an operation: of everything but the account's signature and its authorization. */
export function hashUserOperation(operation: UserOperation, chainId: bigint): Hex {
  const packed = packUserOperation(operation)
  const fields = encodeAbiParameters(types.fields, [
    packed.sender,
    packed.nonce,
    keccak256(packed.initCode),
    keccak256(packed.callData),
    packed.accountGasLimits,
    packed.preVerificationGas,
    packed.gasFees,
    keccak256(packed.paymasterAndData),
  ])
  return keccak256(encodeAbiParameters(types.hashed, [keccak256(fields), entryPoint.address, chainId]))
}

const types = {
  fields: ['address', 'uint256', 'bytes32', 'bytes32', 'bytes32', 'uint256', 'bytes32', 'bytes32'].map(
    (type) => ({
      type,
    }),
  ) as unknown as readonly [
    { type: 'address' },
    { type: 'uint256' },
    { type: 'bytes32' },
    { type: 'bytes32' },
    { type: 'bytes32' },
    { type: 'uint256' },
    { type: 'bytes32' },
    { type: 'bytes32' },
  ],
  hashed: [{ type: 'bytes32' }, { type: 'address' }, { type: 'uint256' }],
} as const
