import { RpcError, rpcErrorCodes } from '@portico/protocol'

/**
 * A request that the wallet does not even show: it is malformed, or so dangerous that there is no yes to it. The page
 * learns why; nothing was signed.
 */
export class RequestRefusedError extends RpcError {
  override name = 'RequestRefusedError'
  static override code = 'request-refused'
  constructor({ reason, rpcCode = rpcErrorCodes.invalidParams }: { reason: string; rpcCode?: number }) {
    super({ rpcCode, message: reason })
  }
}
