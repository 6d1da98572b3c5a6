import { BaseError } from '@portico/protocol'
import { type ProblemCode, problemKind } from './problems.ts'

/** A field that was refused: query or path parameter by name, member of the body by JSON pointer. */
export type FieldProblem = { pointer: string; detail: string }

/** Thrown anywhere below a route to answer with `application/problem+json` (RFC 9457). */
export class HttpProblem extends BaseError {
  override name = 'HttpProblem'
  readonly problemCode: ProblemCode
  readonly status: number
  readonly errors: readonly FieldProblem[]
  readonly headers: Readonly<Record<string, string>>
  constructor(
    code: ProblemCode,
    {
      detail,
      errors = [],
      headers = {},
      cause,
    }: {
      /** One sentence for developers about this case. */
      detail?: string | undefined
      errors?: readonly FieldProblem[] | undefined
      headers?: Readonly<Record<string, string>> | undefined
      cause?: unknown
    } = {},
  ) {
    super(problemKind(code).title, { code, details: detail, ...(cause === undefined ? {} : { cause }) })
    this.problemCode = code
    this.status = problemKind(code).status
    this.errors = errors
    this.headers = headers
  }
}
