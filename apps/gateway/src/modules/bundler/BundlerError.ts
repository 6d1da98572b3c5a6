import { BaseError } from '@portico/protocol'
import type { BundlerRefusal } from '@portico/protocol/gateway'

/**
 * The error codes of ERC-7769 that this bundler uses.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7769
 */
export const bundlerErrorCodes = {
  invalidFields: -32602,
  /** The account or the EntryPoint rejects the operation. */
  rejected: -32500,
  rejectedByPaymaster: -32501,
  outOfTime: -32503,
  paymasterThrottled: -32504,
  invalidSignature: -32507,
  depositTooLow: -32508,
  /** The calls of the operation would fail. */
  reverted: -32521,
} as const

type Code = (typeof bundlerErrorCodes)[keyof typeof bundlerErrorCodes]

/** Thrown when an operation is refused. `message` is for developers. */
export class BundlerError extends BaseError {
  override name = 'BundlerError'
  static override code = 'bundler-refused'
  readonly rpcCode: number
  readonly reason: BundlerRefusal | undefined
  /** What the account returned, if its calls would fail. */
  readonly revertData: `0x${string}` | undefined
  constructor({
    rpcCode,
    reason,
    message,
    revertData,
    cause,
  }: {
    rpcCode: Code
    reason?: BundlerRefusal
    message: string
    revertData?: `0x${string}` | undefined
    cause?: unknown
  }) {
    super(message, { cause: cause instanceof Error ? cause : undefined })
    this.rpcCode = rpcCode
    this.reason = reason
    this.revertData = revertData
  }
}
