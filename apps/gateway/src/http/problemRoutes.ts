import { Hono } from 'hono'
import type { AppEnv } from './AppEnv.ts'
import { HttpProblem } from './HttpProblem.ts'
import { type ProblemCode, problemKind, problems } from './problems.ts'

/** `GET /problems/{code}`: what the `type` of a problem points at. */
export function problemRoutes(): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/problems/:code', (c) => {
    const code = c.req.param('code')
    if (!Object.hasOwn(problems, code)) throw new HttpProblem('not-found')
    const { status, title, help } = problemKind(code as ProblemCode)
    return c.text(`${code} (HTTP ${status})\n\n${title}\n${help}\n`)
  })
}
