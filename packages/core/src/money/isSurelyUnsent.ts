import { RpcError, rpcErrorCodes } from '@portico/protocol'

/** Codes with which a wallet or a node refuses a request before it sends anything. */
const refusals: readonly number[] = [
  rpcErrorCodes.unauthorized,
  rpcErrorCodes.unsupportedMethod,
  rpcErrorCodes.chainDisconnected,
  4902,
  // Unknown method, invalid parameters, another request is open, the transaction was rejected.
  -32601,
  -32602,
  -32002,
  -32003,
]

/**
 * Returns whether an error of a wallet that was asked to send means that it has sent nothing. Anything else, such as an internal
 * error or a lost connection, leaves that open.
 */
export function isSurelyUnsent(error: unknown): boolean {
  if (!(error instanceof RpcError)) return false
  // What nodes say with -32000. "already known" means that they have the transaction.
  return (
    refusals.includes(error.rpcCode) ||
    /insufficient funds|nonce too low|underpriced|intrinsic gas/i.test(error.message)
  )
}
