import * as z from 'zod/mini'

// A file of its own, because only the gateway checks requests.

const address = z
  .string()
  .check(z.regex(/^0x[0-9a-fA-F]{40}$/, { error: 'must be an address: 0x and 40 hex digits' }))
/** The EntryPoint packs gas values and fees in 128 bits. */
const quantity = z
  .string()
  .check(
    z.regex(/^0x[0-9a-fA-F]{1,32}$/, { error: 'must be a number of at most 128 bits, as 0x and hex digits' }),
  )
const word = z
  .string()
  .check(
    z.regex(/^0x[0-9a-fA-F]{1,64}$/, { error: 'must be a number of at most 256 bits, as 0x and hex digits' }),
  )
const bytes = (maximum: number) =>
  z
    .string()
    .check(
      z.maxLength(2 + 2 * maximum),
      z.regex(/^0x([0-9a-fA-F]{2})*$/, { error: 'must be bytes as 0x and pairs of hex digits' }),
    )

/**
 * A signed authorization with which an account delegates its code.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7702
 */
export const eip7702Authorization = z.strictObject({
  chainId: word,
  address,
  nonce: word,
  yParity: word,
  r: word,
  s: word,
})
export type Eip7702Authorization = z.infer<typeof eip7702Authorization>

/**
 * A user operation of EntryPoint 0.7, unpacked. Accounts are upgraded, not deployed, so there is no factory. Fields that are not decided
 * yet are missing. Fees are in wei per gas.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7769
 */
export const partialUserOperation = z.strictObject({
  sender: address,
  nonce: word,
  callData: bytes(128 * 1024),
  callGasLimit: z.optional(quantity),
  verificationGasLimit: z.optional(quantity),
  preVerificationGas: z.optional(quantity),
  maxFeePerGas: z.optional(quantity),
  maxPriorityFeePerGas: z.optional(quantity),
  paymaster: z.optional(address),
  paymasterVerificationGasLimit: z.optional(quantity),
  paymasterPostOpGasLimit: z.optional(quantity),
  paymasterData: z.optional(bytes(1024)),
  signature: z.optional(bytes(1024)),
  eip7702Auth: z.optional(eip7702Authorization),
})
export type PartialUserOperation = z.infer<typeof partialUserOperation>

/** A user operation before the paymaster signs it: gas and fees are decided. */
export const unsponsoredUserOperation = z.strictObject({
  ...partialUserOperation.shape,
  callGasLimit: quantity,
  verificationGasLimit: quantity,
  preVerificationGas: quantity,
  maxFeePerGas: quantity,
  maxPriorityFeePerGas: quantity,
  paymasterVerificationGasLimit: quantity,
  paymasterPostOpGasLimit: quantity,
})
export type UnsponsoredUserOperation = z.infer<typeof unsponsoredUserOperation>

/** A user operation that can be sent. */
export const signedUserOperation = z.strictObject({
  ...unsponsoredUserOperation.shape,
  paymaster: address,
  paymasterData: bytes(1024),
  signature: bytes(1024),
})
export type SignedUserOperation = z.infer<typeof signedUserOperation>

/**
 * The context of `pm_getPaymasterStubData` and `pm_getPaymasterData`: the token that pays; without one, the project pays. With the
 * `quoteId` of a fee, its price still holds, unless the operation has higher fees than the one it was asked for. With `paymasterUrl`,
 * somebody else's paymaster pays, at a host that the project allows; it gets `paymasterContext`.
 */
export const paymasterContext = z.strictObject({
  feeToken: z.optional(address),
  quoteId: z.optional(z.string().check(z.maxLength(1024))),
  paymasterUrl: z.optional(z.string().check(z.maxLength(2048))),
  paymasterContext: z.optional(z.record(z.string(), z.unknown())),
})
export type PaymasterContext = z.infer<typeof paymasterContext>
