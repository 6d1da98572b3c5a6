import { BaseError } from '@portico/protocol'

/** The visitor has closed the wallet window without an answer. */
export class WindowClosedError extends BaseError {
  override name = 'WindowClosedError'
  static override code = 'window-closed'
  constructor() {
    super('The wallet window was closed.')
  }
}
