import { RpcError, rpcErrorCodes, toRpcError } from '@portico/protocol'
import { readMethod } from '../parsing/parseWallet.ts'

/**
 * Calls a function of a wallet's feature. It may be missing, throw at once, answer without a promise or reject with
 * anything: here that becomes the answer or an `RpcError`; 4200 where the wallet does not offer it.
 */
export async function callFeature(wallet: object, feature: string, ...inputs: unknown[]): Promise<unknown> {
  const name = feature.slice(feature.indexOf(':') + 1)
  const call = readMethod(wallet, feature, name)
  if (!call) {
    throw new RpcError({
      rpcCode: rpcErrorCodes.unsupportedMethod,
      message: `The wallet does not offer ${feature}. Connect one that does, or do without.`,
    })
  }
  try {
    return await call(...inputs)
  } catch (error) {
    throw toRpcError(error, `The wallet did not answer ${feature}.`)
  }
}
