import { RequestProblem, type RequestProblemOptions } from '@portico/server'
import { problems } from './problems.ts'

/** What programs compare, one of the keys of `problems`. */
export type ProblemCode = keyof typeof problems

/** Thrown anywhere below a route to answer with `application/problem+json` (RFC 9457). */
export class HttpProblem extends RequestProblem {
  override name = 'HttpProblem'
  constructor(code: ProblemCode, options: RequestProblemOptions = {}) {
    super(code, problems[code], options)
  }
}
