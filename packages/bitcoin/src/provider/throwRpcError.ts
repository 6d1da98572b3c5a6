import { RpcError, rpcErrorCodes } from '@portico/protocol'

/** Throws an error about parameters that the application passed. @throws {RpcError} −32602 always. */
export function throwInvalidParams(message: string): never {
  throw new RpcError({ rpcCode: rpcErrorCodes.invalidParams, message })
}

/** Throws an error about a value that the wallet returned. @throws {RpcError} −32603 always. */
export function throwInvalidResponse(message: string): never {
  throw new RpcError({ rpcCode: rpcErrorCodes.internalError, message })
}
