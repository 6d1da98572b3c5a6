import type { Problem as ProblemBody } from '@portico/protocol/gateway'
import type { Problem } from './Problem.ts'
import type { ProblemKind } from './ProblemKind.ts'
import type { ProblemTable } from './ProblemTable.ts'

/** A response of type `application/problem+json` (RFC 9457). */
export type ProblemResponse = { status: number; headers: Record<string, string>; body: ProblemBody }

/** Returns the HTTP response for a problem; `problems` is the table of the server. */
export function problemResponse({
  problem,
  problems,
  requestId,
}: {
  problem: Problem
  problems: ProblemTable
  requestId: string
}): ProblemResponse {
  const { code, errors, extra } = problem
  const { status, title, retryable = false } = problemKind({ problem, problems })
  return {
    status,
    headers: { ...problemHeaders({ problem, problems }), 'content-type': 'application/problem+json' },
    body: {
      ...extra,
      type: `/problems/${code}`,
      title,
      status,
      code,
      detail: problemDetail({ problem, problems }),
      requestId,
      retryable,
      ...(errors.length > 0 ? { errors: [...errors] } : {}),
    },
  }
}

/** Returns the table's entry for a problem. */
export function problemKind({
  problem,
  problems,
}: {
  problem: Problem
  problems: ProblemTable
}): ProblemKind {
  const kinds: Readonly<Record<string, ProblemKind>> = problems
  // Each server's `Problem` takes the codes of its table only, so every code has an entry.
  return kinds[problem.code] as ProblemKind
}

/** Returns the sentence for developers: the problem's own detail, or the title of its kind. */
export function problemDetail(query: { problem: Problem; problems: ProblemTable }): string {
  const { title, isFixed = false } = problemKind(query)
  return isFixed ? title : (query.problem.details ?? title)
}

/** Returns the headers that carry the facts of a problem. */
export function problemHeaders(query: { problem: Problem; problems: ProblemTable }): Record<string, string> {
  const { rateLimit, retryAfterSeconds, allowedMethods, dpopNonce } = query.problem
  return {
    ...rateLimit,
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    ...(allowedMethods === undefined ? {} : { allow: allowedMethods.join(', ') }),
    ...(dpopNonce === undefined ? {} : { 'dpop-nonce': dpopNonce }),
    ...problemKind(query).headers,
  }
}
