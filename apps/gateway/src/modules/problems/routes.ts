import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { AppEnv } from '../../infra/http/AppEnv.ts'
import type { Operation } from '../../infra/http/openapi/Operation.ts'
import { Problem } from '../../infra/http/Problem.ts'
import { type ProblemCode, problemKind, problems } from '../../infra/http/problems.ts'

/** `GET /problems/{code}`: the page that the `type` of a problem refers to. */
export function problemRoutes(): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/problems/:code', (c) => {
    const code = c.req.param('code')
    if (!Object.hasOwn(problems, code)) throw new Problem('not-found')
    const { status, title, help } = problemKind(code as ProblemCode)
    return c.text(`${code} (HTTP ${status})\n\n${title}\n${help}\n`)
  })
}

/** The operations of the problems module. */
export const problemOperations: readonly Operation[] = [
  {
    id: 'getProblem',
    method: 'get',
    path: '/problems/{code}',
    summary: 'Explanation of a problem code',
    description: 'The `type` of every problem is a URL of this form.',
    access: 'public',
    parameters: [
      {
        in: 'path',
        name: 'code',
        description: 'The `code` of a problem.',
        schema: z.string(),
        example: 'rate-limited',
      },
    ],
    answers: {
      200: { description: 'The title of the problem and what to do about it.', mediaTypes: ['text/plain'] },
    },
    problems: ['not-found'],
  },
]
