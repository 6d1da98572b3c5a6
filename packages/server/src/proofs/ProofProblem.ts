import { RequestProblem, type RequestProblemOptions } from '../http/RequestProblem.ts'
import { proofProblems } from './proofProblems.ts'

/** Thrown where a proof of possession is refused. */
export class ProofProblem extends RequestProblem {
  override name = 'ProofProblem'
  constructor(code: keyof typeof proofProblems, options: RequestProblemOptions = {}) {
    super(code, proofProblems[code], options)
  }
}
