import { BaseError, type BaseErrorOptions } from '../errors/BaseError.ts'

/** The parameters of {@link RpcError}. */
export type RpcErrorParameters = Pick<
  BaseErrorOptions,
  'cause' | 'code' | 'details' | 'metaMessages' | 'isExact'
> & {
  /** The JSON-RPC or EIP-1193 code, see `rpcErrorCodes`. */
  rpcCode: number
  message?: string | undefined
  /** `error.data` of the JSON-RPC response. */
  data?: unknown
}

/**
 * A JSON-RPC 2.0 or EIP-1193 error of a wallet, node or gateway. `rpcCode` is the number; `code` is a string, as for
 * every {@link BaseError}.
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
