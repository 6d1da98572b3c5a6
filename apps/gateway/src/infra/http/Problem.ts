import { type ProblemClass, Problem as SharedProblem } from '@portico/server'
import type { ProblemCode } from './problems.ts'

/** The shared `Problem`, restricted to the codes of this server's table. */
export const Problem = SharedProblem as ProblemClass<ProblemCode>
export type Problem = SharedProblem
