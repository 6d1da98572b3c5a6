import { RpcError, readProperty, rpcErrorCodes, toRpcError } from '@portico/protocol'

/**
 * Calls a method of a wallet's object. It may be missing, throw at once, answer without a promise or reject with anything:
 * here that becomes the answer or an `RpcError`; 4200 where the wallet does not offer it.
 */
export async function callMethod(home: unknown, name: string, ...inputs: unknown[]): Promise<unknown> {
  const method = readProperty(home, name)
  if (typeof method !== 'function') {
    throw new RpcError({
      rpcCode: rpcErrorCodes.unsupportedMethod,
      message: `The wallet does not offer ${name}. Connect one that does, or do without.`,
    })
  }
  try {
    return await Reflect.apply(method, home, inputs)
  } catch (error) {
    // Some throw the whole answer of JSON-RPC, with the error in it.
    const inner = readProperty(error, 'error')
    throw toRpcError(
      typeof inner === 'object' && inner !== null ? inner : error,
      `The wallet did not answer ${name}.`,
    )
  }
}

/** Whether a wallet's object has a method. Never throws. */
export function hasMethod(home: unknown, name: string): boolean {
  return typeof readProperty(home, name) === 'function'
}
