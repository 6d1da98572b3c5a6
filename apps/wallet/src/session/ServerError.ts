import { BaseError } from '@portico/protocol'
import type { VaultProblem } from '@portico/protocol/vault'

/** A server refused the request. `code` is the stable name of the reason, such as `code-wrong`. */
export class ServerError extends BaseError {
  override name = 'ServerError'
  readonly problem: VaultProblem
  constructor(problem: VaultProblem) {
    super(problem.title, { code: problem.code, details: problem.detail })
    this.problem = problem
  }

  get status(): number {
    return this.problem.status
  }

  /** Milliseconds until the server wants to be asked again. */
  get retryAfterMs(): number | undefined {
    const { retryAfter } = this.problem
    return retryAfter === undefined ? undefined : retryAfter * 1000
  }
}

/** A server could not be reached, or the response was not one of ours. */
export class ServerUnreachableError extends BaseError {
  override name = 'ServerUnreachableError'
  static override code = 'server-unreachable'
  constructor({ server, cause }: { server: string; cause?: unknown }) {
    super('The wallet’s server could not be reached.', { cause, metaMessages: [`Server: ${server}`] })
  }
}

/** The session is over: it was revoked or expired, or this device has lost its part of the key. */
export class SessionEndedError extends BaseError {
  override name = 'SessionEndedError'
  static override code = 'session-ended'
  constructor(options?: { cause?: unknown }) {
    super('Your session has ended. Log in again.', options)
  }
}
