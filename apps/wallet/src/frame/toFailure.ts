import { BaseError, RpcError, rpcErrorCodes } from '@portico/protocol'
import type { FrameFailure } from '@portico/protocol/frame'
import { ServerError, ServerUnreachableError, SessionEndedError } from '../session/ServerError.ts'

/** Reasons of the frame protocol that differ from the servers' codes. */
const reasons: Record<string, string> = {
  'device-too-new': 'device-too-young',
  'address-change-expired': 'transaction-expired',
}

/**
 * Converts an error to what the host page may see: our own messages and stable codes. The message of an unexpected error is
 * never passed on, as it may contain secrets.
 */
export function toFailure(error: unknown): FrameFailure {
  if (error instanceof RpcError)
    return { message: cut(error.shortMessage), code: error.rpcCode, reason: cut(error.code, 64) }
  if (error instanceof ServerError) {
    const { code, retryAfter, title } = error.problem
    const seconds = retryAfter === undefined ? undefined : Math.ceil(retryAfter)
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

function cut(text: string, length = 2048): string {
  return text.slice(0, length)
}
