import { BaseError } from '@portico/protocol'

/** The visitor left the form. */
export class LoginCancelledError extends BaseError {
  override name = 'LoginCancelledError'
  static override code = 'login-cancelled'
  constructor() {
    super('The login was cancelled.')
  }
}
