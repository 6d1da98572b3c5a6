import { BaseError } from '../errors/BaseError.ts'
import { getRpcCode } from './getRpcCode.ts'
import { rpcErrorCodes } from './rpcErrorCodes.ts'

/**
 * An error as a provider hands it to applications: EIP-1193 wants the standard's number in `code`, and every library
 * looks there. Our own errors carry a word in `code`, and the number in `rpcCode`; the one this stands for is its `cause`.
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
