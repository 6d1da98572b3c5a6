import { readProperty } from '../errors/readProperty.ts'
import { nestedErrors } from './nestedErrors.ts'
import { rpcErrorCodes } from './rpcErrorCodes.ts'

/**
 * Returns the JSON-RPC or EIP-1193 code of anything thrown. Finds it also in nested errors (`data.originalError`,
 * `cause` and others) and as a numeric string. The outermost code is returned, unless it is "internal error" (−32603)
 * and a nested error has another. Never throws.
 *
 * @returns `undefined` if there is no code.
 * @example
 * import { getRpcCode } from '@portico/protocol'
 * getRpcCode({ code: -32603, data: { originalError: { code: 4902 } } }) // 4902
 */
export function getRpcCode(error: unknown): number | undefined {
  const codes = nestedErrors(error).flatMap((nested) => codeOf(nested) ?? [])
  return codes.find((code) => code !== rpcErrorCodes.internalError) ?? codes[0]
}

function codeOf(error: unknown): number | undefined {
  // The `code` of a DOMException (20 for AbortError) is not an RPC code. Recognised by its constant, because
  // `instanceof` fails for exceptions of other windows.
  if (readProperty(error, 'ABORT_ERR') === 20) return undefined
  for (const key of ['rpcCode', 'code']) {
    const value = readProperty(error, key)
    const code = typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : value
    if (Number.isSafeInteger(code)) return code as number
  }
  return undefined
}
