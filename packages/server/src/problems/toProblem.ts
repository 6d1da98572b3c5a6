import { isDatabaseUnreachable } from './isDatabaseUnreachable.ts'
import { Problem } from './Problem.ts'

/** Seconds after which a caller may try again. A database that restarts needs about as long. */
const retryAfterSeconds = 2

/**
 * Returns the problem with which a request that failed is answered: `unavailable` if the cause is that the database cannot be reached,
 * the problem that was thrown, and otherwise `internal`.
 */
export function toProblem(error: unknown): Problem {
  if (isDatabaseUnreachable(error))
    return new Problem('unavailable', {
      detail: 'The database cannot be reached.',
      retryAfterSeconds,
      cause: error,
    })
  if (error instanceof Problem) return error
  return new Problem('internal', { cause: error })
}
