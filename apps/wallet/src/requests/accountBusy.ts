import { RpcError, rpcErrorCodes } from '@portico/protocol'

/** Nodes keep one pending transaction of an account with code, and an authorization is void unless its nonce is the next one. */
export function accountBusy(): RpcError {
  return new RpcError({
    rpcCode: rpcErrorCodes.resourceUnavailable,
    message: 'Another transaction of this account is pending: try again when it is done.',
    code: 'account-busy',
  })
}
