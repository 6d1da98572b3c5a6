import { BaseError } from '@portico/protocol'
import type { FrameFailure } from '@portico/protocol/frame'

/** The wallet's site could not be shown: not reached, or it does not allow this page. */
export class FrameUnavailableError extends BaseError {
  override name = 'FrameUnavailableError'
  static override code = 'frame-unavailable'
  constructor({ walletUrl }: { walletUrl: string }) {
    super('Unable to load email login dependency', {
      metaMessages: [
        `Wallet site: ${walletUrl}`,
        'It did not answer. Check `walletUrl`, that it is running, and that this origin is allowed in the project.',
      ],
    })
  }
}

/** The frame was used after it was closed, or never opened. */
export class FrameMissingError extends BaseError {
  override name = 'FrameMissingError'
  static override code = 'frame-missing'
  constructor() {
    super('W3mFrame: iframe is not set')
  }
}

export class FrameTimeoutError extends BaseError {
  override name = 'FrameTimeoutError'
  static override code = 'frame-timeout'
  constructor({ type, milliseconds }: { type: string; milliseconds: number }) {
    super('The wallet did not answer in time.', { metaMessages: [`${type}: ${milliseconds} ms`] })
  }
}

/** The request was given up. */
export class FrameAbortedError extends BaseError {
  override name = 'FrameAbortedError'
  static override code = 'frame-aborted'
  constructor({ type }: { type: string }) {
    super(type === 'RPC_REQUEST' ? 'Request was aborted' : 'Something went wrong')
  }
}

/** What the frame answered to a request of the login. `reason` is stable, such as `code-wrong`. */
export class FrameRequestError extends BaseError {
  override name = 'FrameRequestError'
  static override code = 'frame-request'
  readonly reason: string | undefined
  /** Seconds. */
  readonly retryAfter: number | undefined
  constructor({ message, reason, retryAfter }: FrameFailure) {
    super(message || 'An error occurred', { code: reason })
    this.reason = reason
    this.retryAfter = retryAfter
  }
}

/** A code was asked for less than thirty seconds ago. */
export class EmailThrottledError extends BaseError {
  override name = 'EmailThrottledError'
  static override code = 'email-throttled'
  readonly seconds: number
  constructor({ seconds }: { seconds: number }) {
    super(`Please try again after ${seconds} seconds`)
    this.seconds = seconds
  }
}

/** The visitor went back from the code to type another address. */
export class LoginCancelledError extends BaseError {
  override name = 'LoginCancelledError'
  static override code = 'login-cancelled'
  constructor() {
    super('The login was given up.')
  }
}
