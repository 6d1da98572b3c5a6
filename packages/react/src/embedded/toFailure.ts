import { BaseError } from '@portico/protocol'

/** The end of a copy id for what ended a login; the visitor never reads an error's own message. */
export function toFailure(
  error: unknown,
): 'expired' | 'burnt' | 'refused' | 'unreachable' | 'limited' | 'failed' {
  const code = error instanceof BaseError ? error.code : undefined
  switch (code) {
    case 'transaction-expired':
    case 'frame-timeout':
      return 'expired'
    case 'code-burnt':
      return 'burnt'
    case 'device-refused':
      return 'refused'
    case 'rate-limited':
    case 'too-many-codes':
      return 'limited'
    case 'frame-unavailable':
    case 'unreachable':
      return 'unreachable'
    default:
      return 'failed'
  }
}
