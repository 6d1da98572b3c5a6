import type { Problem } from '@portico/protocol/gateway'
import type { RequestProblem } from './RequestProblem.ts'

/** The body of a problem as it goes over the wire. */
export function problemBody({ problem, requestId }: { problem: RequestProblem; requestId: string }): Problem {
  const { problemCode: code, kind, status, errors, details, extra } = problem
  return {
    ...extra,
    type: `/problems/${code}`,
    title: kind.title,
    status,
    code,
    detail: kind.isFixed ? kind.title : (details ?? kind.title),
    requestId,
    retryable: kind.retryable ?? false,
    ...(errors.length > 0 ? { errors: [...errors] } : {}),
  }
}
