import type { Address, Hex } from 'viem'
import { concatHex, numberToHex } from 'viem/utils'

/**
 * The fields of an operation that a sponsor signs: all but the account's signature and the paymaster's address and data. Gas limits are
 * in gas, fees in wei per gas.
 *
 * @see https://eips.ethereum.org/EIPS/eip-4337
 */
export type SponsoredOperation = {
  sender: Address
  nonce: bigint
  factory?: Address | undefined
  factoryData?: Hex | undefined
  callData: Hex
  callGasLimit: bigint
  verificationGasLimit: bigint
  preVerificationGas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  paymasterVerificationGasLimit: bigint
  paymasterPostOpGasLimit: bigint
}

const types = {
  UserOperationRequest: [
    { name: 'sender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'initCode', type: 'bytes' },
    { name: 'callData', type: 'bytes' },
    { name: 'accountGasLimits', type: 'bytes32' },
    { name: 'preVerificationGas', type: 'uint256' },
    { name: 'gasFees', type: 'bytes32' },
    { name: 'paymasterVerificationGasLimit', type: 'uint256' },
    { name: 'paymasterPostOpGasLimit', type: 'uint256' },
    { name: 'validAfter', type: 'uint48' },
    { name: 'validUntil', type: 'uint48' },
  ],
} as const

/**
 * Returns the typed data (EIP-712) that the signer of a SponsorPaymaster signs for one operation: OpenZeppelin's
 * `UserOperationRequest`.
 *
 * @param validAfter seconds since 1970 after which the operation may be included; 0 = at once
 * @param validUntil seconds since 1970 until which it may be included
 * @throws RangeError if `validUntil` is not later than `validAfter`. The contract would take 0 as "for ever", and the upper half of the
 * range as block numbers.
 * @see https://eips.ethereum.org/EIPS/eip-712
 * @example
 * const signature = await signer.signTypedData(sponsorTypedData({ chainId: 1, paymaster, operation, validAfter, validUntil }))
 * const paymasterData = encodePaymasterData({ validAfter, validUntil, signature })
 */
export function sponsorTypedData({
  chainId,
  paymaster,
  operation,
  validAfter,
  validUntil,
}: {
  chainId: number
  paymaster: Address
  operation: SponsoredOperation
  validAfter: number
  validUntil: number
}) {
  if (!(validAfter >= 0 && validUntil > validAfter && validUntil < 2 ** 47))
    throw new RangeError(`A sponsor must sign for a time that ends: ${validAfter} to ${validUntil}.`)
  return {
    domain: { name: 'SponsorPaymaster', version: '1', chainId, verifyingContract: paymaster },
    types,
    primaryType: 'UserOperationRequest',
    message: {
      sender: operation.sender,
      nonce: operation.nonce,
      initCode: operation.factory ? concatHex([operation.factory, operation.factoryData ?? '0x']) : '0x',
      callData: operation.callData,
      accountGasLimits: pack(operation.verificationGasLimit, operation.callGasLimit),
      preVerificationGas: operation.preVerificationGas,
      gasFees: pack(operation.maxPriorityFeePerGas, operation.maxFeePerGas),
      paymasterVerificationGasLimit: operation.paymasterVerificationGasLimit,
      paymasterPostOpGasLimit: operation.paymasterPostOpGasLimit,
      validAfter,
      validUntil,
    },
  } as const
}

const pack = (high: bigint, low: bigint): Hex =>
  concatHex([numberToHex(high, { size: 16 }), numberToHex(low, { size: 16 })])
