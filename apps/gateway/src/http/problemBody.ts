import { gatewayErrors, type Problem } from '@portico/protocol/gateway'
import type { HttpProblem } from './HttpProblem.ts'
import { problemKind } from './problems.ts'

/** The body of a problem as it goes over the wire. */
export function problemBody({ problem, requestId }: { problem: HttpProblem; requestId: string }): Problem {
  const { problemCode: code, status, errors, details } = problem
  const kind = problemKind(code)
  // The kit finds its alert by exactly these texts (specification §8), so nothing may be added to them.
  const fixed = Object.hasOwn(gatewayErrors, code) ? kind.title : undefined
  return {
    type: `/problems/${code}`,
    title: kind.title,
    status,
    code,
    detail: fixed ?? details ?? kind.title,
    requestId,
    retryable: kind.retryable ?? false,
    ...(errors.length > 0 ? { errors: [...errors] } : {}),
  }
}
