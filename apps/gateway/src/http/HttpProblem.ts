import { RequestProblem, type RequestProblemOptions } from '@portico/server'
import { type ProblemCode, problemKind } from './problems.ts'

/** Thrown anywhere below a route to answer with `application/problem+json` (RFC 9457). */
export class HttpProblem extends RequestProblem {
  override name = 'HttpProblem'
  constructor(code: ProblemCode, options: RequestProblemOptions = {}) {
    super(code, problemKind(code), options)
  }
}
