import { RpcError, readProperty, rpcErrorCodes, toRpcError } from '@portico/protocol'

/**
 * Calls a method of a wallet object. Handles methods that are missing, throw synchronously, return no promise or
 * reject with any value.
 *
 * @throws {RpcError} 4200 if the method does not exist; otherwise the wallet's error, converted.
 */
export async function callMethod(target: unknown, name: string, ...args: unknown[]): Promise<unknown> {
  const method = readProperty(target, name)
  if (typeof method !== 'function') {
    throw new RpcError({
      rpcCode: rpcErrorCodes.unsupportedMethod,
      message: `The wallet does not support ${name}. Connect another wallet to use it.`,
    })
  }
  try {
    return await Reflect.apply(method, target, args)
  } catch (error) {
    // Some wallets throw the whole JSON-RPC response, which contains the error.
    const inner = readProperty(error, 'error')
    throw toRpcError(
      typeof inner === 'object' && inner !== null ? inner : error,
      `The wallet could not complete ${name}.`,
    )
  }
}

/** Returns whether a wallet object has a method. Never throws. */
export function hasMethod(target: unknown, name: string): boolean {
  return typeof readProperty(target, name) === 'function'
}
