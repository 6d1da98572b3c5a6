import type { ProblemKind } from './ProblemKind.ts'
import type { SharedProblemCode } from './sharedProblems.ts'

/** A server's problems by code. */
export type ProblemTable = Readonly<Record<SharedProblemCode, ProblemKind>>
