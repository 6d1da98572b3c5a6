import { RpcError, rpcErrorCodes } from '@portico/protocol'

/**
 * The wallet refuses a request without showing it, because it is malformed or must never be approved. The reason is reported to
 * the page.
 */
export class RequestRefusedError extends RpcError {
  override name = 'RequestRefusedError'
  static override code = 'request-refused'
  constructor({ reason, rpcCode = rpcErrorCodes.invalidParams }: { reason: string; rpcCode?: number }) {
    super({ rpcCode, message: reason })
  }
}
