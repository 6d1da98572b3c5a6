import { readProperty } from '../errors/readProperty.ts'
import { nestedErrors } from './nestedErrors.ts'
import { rpcErrorCodes } from './rpcErrorCodes.ts'

/**
 * The JSON-RPC or EIP-1193 number of anything thrown, also where a wallet hides it (`data.originalError`,
 * `cause`, a number written as text). The nearest number wins, except that the empty answer "internal error"
 * (−32603) gives way to a number inside it. Never throws.
 *
 * @returns the number, or `undefined` if there is none.
 * @example
 * import { getRpcCode } from '@portico/protocol'
 * getRpcCode({ code: -32603, data: { originalError: { code: 4902 } } }) // 4902
 */
export function getRpcCode(error: unknown): number | undefined {
  const codes = nestedErrors(error).flatMap((one) => ownCode(one) ?? [])
  return codes.find((code) => code !== rpcErrorCodes.internalError) ?? codes[0]
}

function ownCode(error: unknown): number | undefined {
  // The `code` of a DOMException (20 for AbortError) is another list of numbers. Told by its constant, as
  // `instanceof` misses those of other windows.
  if (readProperty(error, 'ABORT_ERR') === 20) return undefined
  for (const key of ['rpcCode', 'code']) {
    const value = readProperty(error, key)
    const code = typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : value
    if (Number.isSafeInteger(code)) return code as number
  }
  return undefined
}
