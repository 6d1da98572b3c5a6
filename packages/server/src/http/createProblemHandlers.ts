import type { Log } from '../log/createLog.ts'
import { Problem } from '../problems/Problem.ts'
import type { ProblemTable } from '../problems/ProblemTable.ts'
import { problemResponse } from '../problems/problemResponse.ts'
import { toProblem } from '../problems/toProblem.ts'
import { requestId } from './requestId.ts'

/** The part of Hono's context that the handlers use. This package does not depend on Hono. */
type Context = {
  readonly var: { readonly requestId?: string }
  readonly req: { readonly method: string; readonly path: string }
  body(text: string, status: number, headers: Record<string, string>): Response
}

/**
 * Returns the handlers for Hono's `onError` and `notFound`. Problems are answered by the server's table, an unreachable
 * database as `unavailable`; any other error is logged and answered as `internal`. An unknown path is `not-found`; a known path with another method is
 * `method-not-allowed`.
 *
 * @param problems the server's table of problems.
 * @param router Hono's router.
 * @example
 * const { onError, notFound } = createProblemHandlers({ problems, log, router: app.router })
 * app.onError(onError)
 * app.notFound(notFound)
 */
export function createProblemHandlers({
  problems,
  log,
  router,
}: {
  problems: ProblemTable
  log: Log
  router: { match(method: string, path: string): unknown }
}): {
  onError(error: unknown, c: Context): Response
  notFound(c: Context): Response
} {
  function answer(c: Context, problem: Problem): Response {
    const id = c.var.requestId ?? requestId(undefined)
    const { status, headers, body } = problemResponse({ problem, problems, requestId: id })
    return c.body(JSON.stringify(body), status, headers)
  }

  /** Methods with a route of their own at a path; middleware, which Hono registers for all methods, does not count. */
  function methodsAt(path: string): string[] {
    return ['GET', 'POST', 'DELETE'].filter((method) => {
      const [routes] = router.match(method, path) as [[[unknown, { method: string }]][]]
      return routes.some(([[, route]]) => route.method === method)
    })
  }

  return {
    onError(error, c) {
      const problem = toProblem(error)
      if (problem.code === 'internal')
        log.error({ requestId: c.var.requestId, method: c.req.method, error }, 'request failed')
      return answer(c, problem)
    },
    notFound(c) {
      const methods = methodsAt(c.req.path)
      if (methods.length === 0) return answer(c, new Problem('not-found'))
      return answer(c, new Problem('method-not-allowed', { allowedMethods: [...methods, 'OPTIONS'] }))
    },
  }
}
