import { BaseError } from '@portico/protocol'

/**
 * Thrown when a sign-in session is not accepted in the page. `code` says why, see `VerifyMessageCode`:
 * `client-unavailable` and `client-required` mean that it could not be checked.
 */
export class InvalidSessionError extends BaseError {
  override name = 'InvalidSessionError'
  static override code = 'session-invalid'
  constructor({ code, reason }: { code?: string | undefined; reason: string }) {
    super('The sign-in is not valid.', { code, details: reason, docsPath: '/sign-in' })
  }
}
