import { BaseError } from '../errors/BaseError.ts'
import { getRpcCode } from './getRpcCode.ts'
import { rpcErrorCodes } from './rpcErrorCodes.ts'

/**
 * An error of a provider, for applications. EIP-1193 requires the number in `code`, where other errors of this
 * package have a string and the number in `rpcCode`. The original error is the `cause`.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1193#errors
 */
export class ProviderRpcError extends Error {
  override name = 'ProviderRpcError'
  readonly code: number
  readonly data: unknown
  constructor(error: unknown) {
    const message =
      error instanceof BaseError ? error.shortMessage : error instanceof Error ? error.message : ''
    super(message || 'The request failed.', { cause: error })
    this.code = getRpcCode(error) ?? rpcErrorCodes.internalError
    this.data = (error as { data?: unknown } | null)?.data
  }
}
