import { BaseError } from '@portico/protocol'

/** Maps an error that ended a login to the last part of a text's ID. Visitors never see `error.message`. */
export function toLoginFailure(
  error: unknown,
): 'expired' | 'burnt' | 'digits' | 'refused' | 'unreachable' | 'limited' | 'held' | 'failed' {
  const code = error instanceof BaseError ? error.code : undefined
  switch (code) {
    case 'transaction-expired':
    case 'frame-timeout':
      return 'expired'
    case 'code-burnt':
      return 'burnt'
    case 'digits-burnt':
      return 'digits'
    case 'device-refused':
      return 'refused'
    case 'rate-limited':
    case 'too-many-codes':
      return 'limited'
    case 'device-held':
      return 'held'
    case 'frame-unavailable':
    case 'unreachable':
      return 'unreachable'
    default:
      return 'failed'
  }
}
