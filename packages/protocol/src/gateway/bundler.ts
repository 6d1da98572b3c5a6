import * as z from 'zod/mini'

/*
 * `POST /v1/bundler`: JSON-RPC of ERC-7769 (user operations of EntryPoint 0.7) and ERC-7677 (paymasters). Numbers are hexadecimal,
 * as in JSON-RPC, except amounts of tokens, which are decimal strings in smallest units.
 */

const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const hash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/))
const quantity = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/))
const bytes = z.string().check(z.regex(/^0x([0-9a-fA-F]{2})*$/))

/** Why the gateway refuses an operation: `data.reason` of the JSON-RPC error. */
export const bundlerRefusal = z.enum([
  /** The project pays for nothing like it: another target or function, or nothing at all on that network. */
  'not-sponsored',
  /** A limit of the user or of the project is reached, or the user's operations failed too often. */
  'limit-reached',
  /** The sponsor's deposit or the relayer's balance is too small. */
  'sponsor-empty',
  /** The calls would fail now. */
  'would-revert',
  /** A transaction or another operation of the account must be included first. */
  'account-busy',
  /** The node, the external bundler or the database cannot be used at the moment. */
  'paused',
])
export type BundlerRefusal = z.infer<typeof bundlerRefusal>

/** The details of a refusal: `data` of the JSON-RPC error. `revertData`: what the account returned, if its calls would fail. */
export const bundlerErrorData = z.object({
  reason: z.optional(bundlerRefusal),
  revertData: z.optional(bytes),
  requestId: z.optional(z.string()),
})
export type BundlerErrorData = z.infer<typeof bundlerErrorData>

/**
 * The answer of `eth_estimateUserOperationGas`.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7769
 */
export const userOperationGas = z.object({
  preVerificationGas: quantity,
  verificationGasLimit: quantity,
  callGasLimit: quantity,
  paymasterVerificationGasLimit: quantity,
  paymasterPostOpGasLimit: quantity,
})
export type UserOperationGas = z.infer<typeof userOperationGas>

/**
 * The fee of an operation that is paid in a token. The operation must begin by transferring `amount` of `token` to `collector`, and
 * is accepted until `expiresAt` (seconds since 1970). See `paymasterContext` for `quoteId`.
 */
export const tokenFee = z.object({
  token: address,
  amount: z.string().check(z.regex(/^\d{1,78}$/)),
  collector: address,
  quoteId: z.string(),
  expiresAt: z.number(),
})
export type TokenFee = z.infer<typeof tokenFee>

/**
 * The answer of `pm_getPaymasterStubData`: `sponsor` if the project pays, `fee` if a token does.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7677
 */
export const paymasterStubDataResponse = z.object({
  paymaster: address,
  paymasterData: bytes,
  paymasterVerificationGasLimit: quantity,
  paymasterPostOpGasLimit: quantity,
  isFinal: z.optional(z.boolean()),
  sponsor: z.optional(z.object({ name: z.string() })),
  fee: z.optional(tokenFee),
})
export type PaymasterStubDataResponse = z.infer<typeof paymasterStubDataResponse>

/**
 * The answer of `pm_getPaymasterData`. It is part of what the account signs.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7677
 */
export const paymasterDataResponse = z.object({ paymaster: address, paymasterData: bytes })
export type PaymasterDataResponse = z.infer<typeof paymasterDataResponse>

/**
 * The answer of `eth_getUserOperationByHash`; null for an operation that was never sent. `transactionHash` is there as soon as the
 * transaction was broadcast, and may change while it is pending; the block is null until it is included.
 */
export const userOperationByHash = z.nullable(
  z.object({
    userOperation: z.record(z.string(), z.unknown()),
    entryPoint: address,
    transactionHash: z.nullable(hash),
    blockNumber: z.nullable(quantity),
    blockHash: z.nullable(hash),
  }),
)
export type UserOperationByHash = z.infer<typeof userOperationByHash>

/** The answer of `eth_getUserOperationReceipt`; null until the operation is included. `logs` are its own only. */
export const userOperationReceipt = z.nullable(
  z.object({
    userOpHash: hash,
    entryPoint: address,
    sender: address,
    nonce: quantity,
    paymaster: address,
    actualGasCost: quantity,
    actualGasUsed: quantity,
    success: z.boolean(),
    reason: z.optional(bytes),
    logs: z.array(z.record(z.string(), z.unknown())),
    receipt: z.record(z.string(), z.unknown()),
  }),
)
export type UserOperationReceipt = z.infer<typeof userOperationReceipt>
