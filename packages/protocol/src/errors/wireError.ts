import { getRpcCode } from '../rpc/getRpcCode.ts'
import { RpcError } from '../rpc/RpcError.ts'
import { BaseError } from './BaseError.ts'
import { readProperty } from './readProperty.ts'

/** An error as it crosses a boundary (HTTP, frame, window). */
export type WireError = {
  /** Stable code in kebab case. */
  code: string
  /** One English sentence for the developer, never a stack or another library's text. */
  message: string
  details?: string | undefined
  /** The JSON-RPC or EIP-1193 number, where there is one. */
  rpcCode?: number | undefined
}

const unknownMessage = 'An error occurred'

/**
 * Turns anything thrown into what may leave the process. Of errors that are not ours only the RPC number is
 * kept: their text and stack may hold addresses, paths or keys.
 *
 * @example
 * import { toWireError } from '@portico/protocol'
 * toWireError(new Error('SQLITE_BUSY: /var/lib/…')) // { code: 'unknown', message: 'An error occurred' }
 */
export function toWireError(error: unknown): WireError {
  const rpcCode = getRpcCode(error)
  const numbered = rpcCode === undefined ? {} : { rpcCode }
  if (!isOurs(error)) return { code: 'unknown', message: unknownMessage, ...numbered }
  const { code, details } = error
  return { code, message: error.shortMessage, ...(details ? { details } : {}), ...numbered }
}

/**
 * Reads an error that came over a boundary. Never throws: what is not a wire error becomes an error with
 * the code `unknown`.
 *
 * @example
 * import { fromWireError } from '@portico/protocol'
 * fromWireError({ code: 'chain-not-supported', message: 'Chain is not supported.' }).code // 'chain-not-supported'
 */
export function fromWireError(wire: unknown): BaseError {
  const code = text(wire, 'code', 100) ?? 'unknown'
  const message = text(wire, 'message', 2000) ?? unknownMessage
  const details = text(wire, 'details', 10_000)
  const rpcCode = readProperty(wire, 'rpcCode')
  if (Number.isSafeInteger(rpcCode))
    return new RpcError({ rpcCode: rpcCode as number, message, code, details })
  return new BaseError(message, { code, details })
}

function isOurs(error: unknown): error is BaseError {
  try {
    return error instanceof BaseError
  } catch {
    // A proxy may throw even on being asked what it is.
    return false
  }
}

// The other side may be hostile: nothing but texts of a bounded length is taken over.
function text(wire: unknown, key: string, limit: number): string | undefined {
  const value = readProperty(wire, key)
  return typeof value === 'string' && value !== '' ? value.slice(0, limit) : undefined
}
