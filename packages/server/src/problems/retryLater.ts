import { type ProblemClass, Problem as SharedProblem } from './Problem.ts'

const Problem = SharedProblem as ProblemClass<'rate-limited' | 'too-soon'>

/** Returns a problem that says after how many seconds the caller may try again, in a header and in the body. */
export function retryLater(code: 'rate-limited' | 'too-soon', ms: number): SharedProblem {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  return new Problem(code, {
    detail: `Please try again after ${seconds} seconds.`,
    retryAfterSeconds: seconds,
    extra: { retryAfter: seconds },
  })
}
