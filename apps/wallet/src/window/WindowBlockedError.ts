import { BaseError } from '@portico/protocol'

/** The browser opened no window, or one that cannot hear its opener. */
export class WindowBlockedError extends BaseError {
  override name = 'WindowBlockedError'
  static override code = 'window-blocked'
  constructor() {
    super('The wallet window could not be opened.')
  }
}
