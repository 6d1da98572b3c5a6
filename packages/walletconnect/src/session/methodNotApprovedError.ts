import { RpcError, rpcErrorCodes } from '@portico/protocol'

/** Creates the error 4200 for a method outside the session. */
export function methodNotApprovedError(method: string): RpcError {
  return new RpcError({
    rpcCode: rpcErrorCodes.unsupportedMethod,
    message: 'The wallet did not approve this method.',
    metaMessages: [`Method: ${method.slice(0, 100)}`],
  })
}
