import { RpcError, rpcErrorCodes } from '@portico/protocol'

/** Why user operations are refused on a network without a bundler. */
export function noOperations(chainId: string): RpcError {
  return new RpcError({
    rpcCode: rpcErrorCodes.unsupportedMethod,
    message: `This wallet sends no user operations on ${chainId}. Use wallet_sendCalls.`,
    code: 'method-not-allowed',
  })
}
