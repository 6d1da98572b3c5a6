import { BaseError } from '@portico/protocol'
import type { SharedProblemCode } from './sharedProblems.ts'

/** A refused field: a query or path parameter by name, or a member of the body by JSON pointer (RFC 6901). */
export type FieldProblem = { pointer: string; detail: string }

/** The facts of one case. */
export type ProblemOptions = {
  /** One sentence for developers about this case. */
  detail?: string | undefined
  errors?: readonly FieldProblem[] | undefined
  /** Members of the response body beside those of RFC 9457, such as `triesLeft`. */
  extra?: Readonly<Record<string, string | number>> | undefined
  /** Seconds after which the caller may try again. */
  retryAfterSeconds?: number | undefined
  /** The state of the exceeded limit, as `RateLimit.take` returns it. */
  rateLimit?: Readonly<Record<string, string>> | undefined
  /** The methods that the resource supports. */
  allowedMethods?: readonly string[] | undefined
  /** The nonce that the next proof must contain (RFC 9449 §8). */
  dpopNonce?: string | undefined
  cause?: unknown
}

/**
 * Thrown when a request is refused. It has a code and the facts of the case, but no HTTP: the server's table of problems adds
 * status, title and help when the response is written (`problemResponse`).
 *
 * This class takes only the codes that all servers share. Each server re-exports it with the codes of its own table, so
 * that the compiler checks them; at runtime there is only this one class.
 *
 * @example
 * import { Problem as SharedProblem, type ProblemClass } from '@portico/server'
 * export const Problem = SharedProblem as ProblemClass<keyof typeof problems>
 * throw new Problem('slot-last', { detail: 'Add another slot first.' })
 */
export class Problem extends BaseError {
  override name = 'Problem'
  readonly errors: readonly FieldProblem[]
  readonly extra: Readonly<Record<string, string | number>>
  readonly retryAfterSeconds: number | undefined
  readonly rateLimit: Readonly<Record<string, string>> | undefined
  readonly allowedMethods: readonly string[] | undefined
  readonly dpopNonce: string | undefined
  constructor(code: SharedProblemCode, options: ProblemOptions = {}) {
    const { detail, errors = [], extra = {}, cause } = options
    super(code, { code, details: detail, ...(cause === undefined ? {} : { cause }) })
    this.errors = errors
    this.extra = extra
    this.retryAfterSeconds = options.retryAfterSeconds
    this.rateLimit = options.rateLimit
    this.allowedMethods = options.allowedMethods
    this.dpopNonce = options.dpopNonce
  }
}

/** The type of `Problem` for a server with these codes. */
export type ProblemClass<Code extends string> = {
  readonly prototype: Problem
  new (code: Code, options?: ProblemOptions): Problem
}
