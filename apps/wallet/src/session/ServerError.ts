import { BaseError } from '@portico/protocol'
import type { VaultProblem } from '@portico/protocol/vault'

/** A server's own word that it will not do it. `code` is its stable name, such as `code-wrong`. */
export class ServerError extends BaseError {
  override name = 'ServerError'
  readonly problem: VaultProblem
  constructor(problem: VaultProblem) {
    super(problem.title, { code: problem.code, details: problem.detail })
    this.problem = problem
  }
}

/** A server was not reached, or what answered was not one of ours. */
export class ServerUnreachableError extends BaseError {
  override name = 'ServerUnreachableError'
  static override code = 'server-unreachable'
  constructor({ server, cause }: { server: string; cause?: unknown }) {
    super('The wallet’s server did not answer.', { cause, metaMessages: [`Server: ${server}`] })
  }
}

/** The session is over: it was revoked, it expired, or this device's part of the key is gone. */
export class SessionEndedError extends BaseError {
  override name = 'SessionEndedError'
  static override code = 'session-ended'
  constructor(options?: { cause?: unknown }) {
    super('The session is over: log in again.', options)
  }
}
