import { rpcErrorCodes } from '@portico/protocol'
import type { NamespaceRules } from '../shared/NamespaceRules.ts'
import { isBitcoinMethod } from './bitcoinMethods.ts'

/**
 * Decides what happens to a request on Bitcoin: only listed methods are allowed. Refusals have codes that clients do
 * not retry.
 */
export const decideBitcoinMethod: NamespaceRules['decideMethod'] = ({ method, params: text }) => {
  if (!isBitcoinMethod(method))
    return refuse(rpcErrorCodes.methodNotFound, 'The method does not exist or is not available.')
  const params: unknown = JSON.parse(text)
  // Named parameters could contain duplicates, which would bypass the checks below.
  if (!Array.isArray(params)) return refuse(rpcErrorCodes.invalidParams, 'The parameters must be a list.')
  const [first, second] = params as unknown[]
  // Verbosity 3 adds the spent outputs of all transactions: tens of megabytes.
  if (method === 'getblock' && typeof second === 'number' && second > 2)
    return refuse(rpcErrorCodes.invalidParams, 'The verbosity of a block may be 0, 1 or 2.')
  if (method === 'testmempoolaccept' && Array.isArray(first) && first.length > 1)
    return refuse(rpcErrorCodes.invalidParams, 'testmempoolaccept takes one transaction at a time.')
  return { kind: 'forward' }
}

function refuse(code: number, message: string) {
  return { kind: 'refuse', code, message } as const
}
