import { BaseError } from '@portico/protocol'

/**
 * Thrown when the page does not accept a sign-in session. `code` is a `VerifyMessageCode`: `client-unavailable` and
 * `client-required` mean that the signature could not be checked.
 */
export class InvalidSessionError extends BaseError {
  override name = 'InvalidSessionError'
  static override code = 'session-invalid'
  constructor({ code, reason }: { code?: string | undefined; reason: string }) {
    super('The sign-in is not valid.', { code, details: reason })
  }
}
