import { RpcError, rpcErrorCodes, toRpcError } from '@portico/protocol'
import { readMethod } from '../parsing/parseWallet.ts'

/**
 * Calls a function of a wallet feature. The function may throw synchronously, return a plain value or reject with any
 * value.
 *
 * @throws {RpcError} 4200 if the wallet does not have the feature; otherwise with the code of the wallet's error.
 */
export async function callFeature(wallet: object, feature: string, ...inputs: unknown[]): Promise<unknown> {
  const name = feature.slice(feature.indexOf(':') + 1)
  const call = readMethod(wallet, feature, name)
  if (!call) {
    throw new RpcError({
      rpcCode: rpcErrorCodes.unsupportedMethod,
      message: `The wallet does not support ${feature}. Connect a wallet that does.`,
    })
  }
  try {
    return await call(...inputs)
  } catch (error) {
    throw toRpcError(error, `The wallet failed at ${feature}.`)
  }
}
