import { BaseError, RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import type { FrameFailure } from '@portico/protocol/frame'
import type { VaultProblem } from '@portico/protocol/vault'
import { ServerError, ServerUnreachableError, SessionEndedError } from '../session/ServerError.ts'

/** Reasons of the frame protocol that differ from the servers' codes. */
const reasons: Record<string, string> = {
  'device-too-new': 'device-too-young',
  // The vault's; `device-held` is the gateway's.
  held: 'device-held',
  'address-change-expired': 'transaction-expired',
}

/**
 * Converts an error to what the host page may see: our own messages and stable codes. The message of an unexpected error is
 * never passed on, as it may contain secrets.
 */
export function toFailure(error: unknown): FrameFailure {
  if (error instanceof RpcError) {
    const id = readProperty(error.data, 'id')
    const data = typeof id === 'string' && /^0x[0-9a-f]{64}$/.test(id) ? { data: { id } } : {}
    return { message: cut(error.shortMessage), code: error.rpcCode, reason: cut(error.code, 64), ...data }
  }
  if (error instanceof ServerError) {
    const { code, title } = error.problem
    const seconds = readWait(error.problem)
    const message = code === 'too-soon' && seconds ? `Please try again after ${seconds} seconds` : title
    return {
      message: cut(message),
      reason: cut(reasons[code] ?? code, 64),
      ...(seconds === undefined ? {} : { retryAfter: seconds }),
    }
  }
  if (error instanceof ServerUnreachableError) return { message: error.shortMessage, reason: 'unreachable' }
  if (error instanceof SessionEndedError)
    return { message: error.shortMessage, code: rpcErrorCodes.unauthorized, reason: error.code }
  if (error instanceof BaseError) return { message: cut(error.shortMessage), reason: cut(error.code, 64) }
  return { message: 'Something went wrong' }
}

/** Returns after how many seconds the request can be repeated, if the server said so. */
function readWait({ retryAfter, until = '' }: VaultProblem): number | undefined {
  const seconds = retryAfter ?? (Date.parse(until) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(1, Math.ceil(seconds))
}

function cut(text: string, length = 2048): string {
  return text.slice(0, length)
}
