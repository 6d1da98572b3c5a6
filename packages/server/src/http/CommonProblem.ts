import { commonProblems } from './commonProblems.ts'
import { RequestProblem, type RequestProblemOptions } from './RequestProblem.ts'

/** Thrown by what all servers share. */
export class CommonProblem extends RequestProblem {
  override name = 'CommonProblem'
  constructor(code: keyof typeof commonProblems, options: RequestProblemOptions = {}) {
    super(code, commonProblems[code], options)
  }
}
