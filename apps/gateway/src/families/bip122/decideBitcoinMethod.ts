import { rpcErrorCodes } from '@portico/protocol'
import type { FamilyRules } from '../FamilyRules.ts'
import { isBitcoinMethod } from './bitcoinMethods.ts'

/** The policy for Bitcoin: what is not listed does not exist. Refusals are errors that clients do not retry. */
export const decideBitcoinMethod: FamilyRules['decideMethod'] = ({ method, params: text }) => {
  if (!isBitcoinMethod(method))
    return refuse(rpcErrorCodes.methodNotFound, 'The method does not exist or is not available.')
  const params: unknown = JSON.parse(text)
  // By name they could be given twice.
  if (!Array.isArray(params)) return refuse(rpcErrorCodes.invalidParams, 'The parameters must be a list.')
  const [first, second] = params as unknown[]
  // With 3 a block comes with all its transactions and the outputs they spend: tens of megabytes.
  if (method === 'getblock' && typeof second === 'number' && second > 2)
    return refuse(rpcErrorCodes.invalidParams, 'The verbosity of a block may be 0, 1 or 2.')
  if (method === 'testmempoolaccept' && Array.isArray(first) && first.length > 1)
    return refuse(rpcErrorCodes.invalidParams, 'One transaction at a time.')
  return { kind: 'forward' }
}

function refuse(code: number, message: string) {
  return { kind: 'refuse', code, message } as const
}
