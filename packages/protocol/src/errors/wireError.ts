import { getRpcCode } from '../rpc/getRpcCode.ts'
import { RpcError } from '../rpc/RpcError.ts'
import { BaseError } from './BaseError.ts'
import { readProperty } from './readProperty.ts'

/** An error as it is sent to another process or window (HTTP, frame). */
export type WireError = {
  /** The error code, in kebab case. */
  code: string
  /** One English sentence for developers. Never a stack trace or the message of another library. */
  message: string
  details?: string | undefined
  /** The JSON-RPC or EIP-1193 code, if there is one. */
  rpcCode?: number | undefined
}

const unknownMessage = 'An error occurred'

/**
 * Converts anything thrown into a {@link WireError}. Of errors other than {@link BaseError} only the RPC code is
 * included, because their messages and stacks may contain addresses, paths or keys.
 *
 * @example
 * import { toWireError } from '@portico/protocol'
 * toWireError(new Error('SQLITE_BUSY: /var/lib/…')) // { code: 'unknown', message: 'An error occurred' }
 */
export function toWireError(error: unknown): WireError {
  const rpcCode = getRpcCode(error)
  const withRpcCode = rpcCode === undefined ? {} : { rpcCode }
  if (!isBaseError(error)) return { code: 'unknown', message: unknownMessage, ...withRpcCode }
  const { code, details } = error
  return { code, message: error.shortMessage, ...(details ? { details } : {}), ...withRpcCode }
}

/**
 * Parses an error received from another process or window. Anything that is not a {@link WireError} becomes an error
 * with the code `unknown`. Never throws.
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

function isBaseError(error: unknown): error is BaseError {
  try {
    return error instanceof BaseError
  } catch {
    // `instanceof` throws for a proxy whose `getPrototypeOf` trap throws.
    return false
  }
}

// The sender is untrusted: only strings are read, and truncated.
function text(wire: unknown, key: string, limit: number): string | undefined {
  const value = readProperty(wire, key)
  return typeof value === 'string' && value !== '' ? value.slice(0, limit) : undefined
}
