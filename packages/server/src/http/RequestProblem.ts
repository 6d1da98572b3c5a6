import { BaseError } from '@portico/protocol'
import type { ProblemKind } from './ProblemKind.ts'

/** A field that was refused: query or path parameter by name, member of the body by JSON pointer. */
export type FieldProblem = { pointer: string; detail: string }

/** What a case adds to its kind. */
export type RequestProblemOptions = {
  /** One sentence for developers about this case. */
  detail?: string | undefined
  errors?: readonly FieldProblem[] | undefined
  headers?: Readonly<Record<string, string>> | undefined
  /** Members of the body beside those of RFC 9457, such as `triesLeft`. */
  extra?: Readonly<Record<string, string | number>> | undefined
  cause?: unknown
}

/**
 * Thrown anywhere below a route to answer with `application/problem+json` (RFC 9457). Each server has a class of its own
 * below this one, that knows the codes of its table.
 *
 * @example
 * class HttpProblem extends RequestProblem {
 *   constructor(code: keyof typeof problems, options: RequestProblemOptions = {}) {
 *     super(code, problems[code], options)
 *   }
 * }
 */
export class RequestProblem extends BaseError {
  override name = 'RequestProblem'
  readonly problemCode: string
  readonly kind: ProblemKind
  readonly status: number
  readonly errors: readonly FieldProblem[]
  readonly headers: Readonly<Record<string, string>>
  readonly extra: Readonly<Record<string, string | number>>
  constructor(
    code: string,
    kind: ProblemKind,
    { detail, errors = [], headers = {}, extra = {}, cause }: RequestProblemOptions = {},
  ) {
    super(kind.title, { code, details: detail, ...(cause === undefined ? {} : { cause }) })
    this.problemCode = code
    this.kind = kind
    this.status = kind.status
    this.errors = errors
    this.headers = headers
    this.extra = extra
  }
}
