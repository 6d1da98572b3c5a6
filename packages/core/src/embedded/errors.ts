import { BaseError } from '@portico/protocol'
import type { FrameFailure } from '@portico/protocol/frame'

/** Thrown when the wallet's site does not answer: it is unreachable, or does not allow this page. */
export class FrameUnavailableError extends BaseError {
  override name = 'FrameUnavailableError'
  static override code = 'frame-unavailable'
  readonly walletUrl: string
  /** What to check. */
  readonly hint =
    'It did not answer. Check `walletUrl`, that the site is running, and that the project allows this origin.'
  constructor({ walletUrl }: { walletUrl: string }) {
    super('Unable to load email login dependency')
    this.walletUrl = walletUrl
  }
}

/** Thrown by a request to a frame that is closed or not open yet. */
export class FrameMissingError extends BaseError {
  override name = 'FrameMissingError'
  static override code = 'frame-missing'
  constructor() {
    super('W3mFrame: iframe is not set')
  }
}

/** Thrown when the frame does not answer a request in time. */
export class FrameTimeoutError extends BaseError {
  override name = 'FrameTimeoutError'
  static override code = 'frame-timeout'
  constructor({ type, milliseconds }: { type: string; milliseconds: number }) {
    super('The wallet did not answer in time.', { metaMessages: [`${type}: ${milliseconds} ms`] })
  }
}

/** Thrown when a request is aborted: by its signal, or because the frame was closed or reloaded. */
export class FrameAbortedError extends BaseError {
  override name = 'FrameAbortedError'
  static override code = 'frame-aborted'
  constructor({ type }: { type: string }) {
    super(type === 'RPC_REQUEST' ? 'Request was aborted' : 'Something went wrong')
  }
}

/** Thrown when the frame answers with an error. `reason` is a stable code such as `code-wrong`. */
export class FrameRequestError extends BaseError {
  override name = 'FrameRequestError'
  static override code = 'frame-request'
  readonly reason: string | undefined
  /** Seconds until the request can be repeated. */
  readonly retryAfter: number | undefined
  constructor({ message, reason, retryAfter }: FrameFailure) {
    super(message || 'An error occurred', { code: reason })
    this.reason = reason
    this.retryAfter = retryAfter
  }
}

/** Thrown when a link or code was mailed less than thirty seconds ago. */
export class EmailThrottledError extends BaseError {
  override name = 'EmailThrottledError'
  static override code = 'email-throttled'
  readonly seconds: number
  constructor({ seconds }: { seconds: number }) {
    super(`Please try again after ${seconds} seconds`)
    this.seconds = seconds
  }
}

/** Thrown when the visitor goes back from the code to change the e-mail address. */
export class LoginCancelledError extends BaseError {
  override name = 'LoginCancelledError'
  static override code = 'login-cancelled'
  constructor() {
    super('The login was cancelled.')
  }
}

/** Thrown when a login at a provider ended without success: the visitor said no there (`refused`), or it failed. */
export class SocialLoginError extends BaseError {
  override name = 'SocialLoginError'
  readonly reason: 'refused' | 'failed'
  constructor({ reason }: { reason: 'refused' | 'failed' }) {
    super(
      reason === 'refused' ? 'The login was refused at the provider.' : 'The login at the provider failed.',
      {
        code: `social-${reason}`,
      },
    )
    this.reason = reason
  }
}
