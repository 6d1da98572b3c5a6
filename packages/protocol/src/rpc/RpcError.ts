import { BaseError, type BaseErrorOptions } from '../errors/BaseError.ts'

/** What an {@link RpcError} is made of. */
export type RpcErrorParameters = Pick<BaseErrorOptions, 'cause' | 'code' | 'details' | 'metaMessages'> & {
  /** The number on the wire, see `rpcErrorCodes`. */
  rpcCode: number
  message?: string | undefined
  /** `error.data` of the JSON-RPC answer. */
  data?: unknown
}

/**
 * An answer of a wallet, node or gateway that is an error by JSON-RPC 2.0 or EIP-1193. Its `code` is a word as
 * with all our errors; the standard's number is `rpcCode`.
 *
 * @example
 * import { RpcError, rpcErrorCodes } from '@portico/protocol'
 * throw new RpcError({ rpcCode: rpcErrorCodes.userRejected, message: 'The user rejected the request.' })
 */
export class RpcError extends BaseError {
  override name = 'RpcError'
  static override code = 'rpc-error'
  readonly rpcCode: number
  readonly data: unknown
  constructor({ rpcCode, message = 'The RPC request failed.', data, ...options }: RpcErrorParameters) {
    super(message, { ...options, metaMessages: [...(options.metaMessages ?? []), `RPC code: ${rpcCode}`] })
    this.rpcCode = rpcCode
    this.data = data
  }
}
