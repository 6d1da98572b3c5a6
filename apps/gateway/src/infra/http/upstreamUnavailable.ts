import { isDatabaseUnreachable } from '@portico/server'
import { Problem } from './Problem.ts'

/**
 * Returns the problem for a request of which no chain could be read. If one failed because the database cannot be reached, that is its
 * cause, and the answer says so.
 */
export function upstreamUnavailable(reasons: readonly unknown[]): Problem {
  return new Problem('upstream-unavailable', { cause: reasons.find(isDatabaseUnreachable) ?? reasons[0] })
}
