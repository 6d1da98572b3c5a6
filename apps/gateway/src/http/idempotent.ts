import { createHash } from 'node:crypto'
import { readBody } from '@portico/server'
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { AppEnv } from './AppEnv.ts'
import type { IdempotencyStore } from './createIdempotencyStore.ts'
import { HttpProblem } from './HttpProblem.ts'

/** 1 MiB: longer ones are refused by their routes anyway. */
const maxBody = 1024 * 1024
/** What was refused for a reason that passes is tried anew. */
const passing = new Set([401, 408, 409, 425, 429])

/**
 * Makes a POST with an `Idempotency-Key` happen once in 24 hours (draft-ietf-httpapi-idempotency-key-header): who did
 * not hear the answer asks again with the same key, and hears the first one. A POST without a key goes through as it is.
 *
 * @example
 * routes.post('/v1/things', requireProject({ projects }), idempotent({ store: idempotency }), (c) => …)
 */
export function idempotent({
  store,
  scopeOf = (c) => c.var.project?.id ?? '',
  now = Date.now,
}: {
  store: IdempotencyStore
  /** Whose keys they are: one caller's mean nothing to another. The project's, if left out. */
  scopeOf?: ((c: Context<AppEnv>) => string) | undefined
  now?: () => number
}): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const key = c.req.header('idempotency-key')
    if (key === undefined || c.req.method !== 'POST') return next()
    // Where nothing answers nothing happens, so nothing is kept.
    if (!matchedRoutes(c).some(({ method }) => method === 'POST')) return next()
    if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
      const detail = 'Must be 1–255 visible characters.'
      throw new HttpProblem('invalid-request', {
        detail: `Idempotency-Key: ${detail}`,
        errors: [{ pointer: 'idempotency-key', detail }],
      })
    }
    const body = await readBody({ request: c.req.raw.clone(), limit: maxBody })
    if (body === undefined) throw new HttpProblem('body-too-large', { detail: `At most ${maxBody} bytes.` })
    const projectId = scopeOf(c)
    // Without the host: another process may have another one.
    const { pathname, search } = new URL(c.req.url)
    const requestHash = createHash('sha256').update(`${pathname}${search}\n${body}`).digest('hex')
    const state = await store.begin({ projectId, key, requestHash, now: now() })
    if (state.kind === 'other') throw new HttpProblem('idempotency-key-reused')
    if (state.kind === 'running')
      throw new HttpProblem('idempotency-key-busy', { headers: { 'retry-after': '1' } })
    if (state.kind === 'answered') {
      const { answer } = state
      const headers = { ...answer.headers, 'idempotency-replayed': 'true' }
      if (answer.status === 204) return c.body(null, 204, headers)
      return c.body(answer.body, answer.status as 200, headers)
    }
    try {
      await next()
    } catch (error) {
      await store.release({ projectId, key })
      throw error
    }
    const { status } = c.res
    if (status >= 500 || passing.has(status)) {
      await store.release({ projectId, key })
      return undefined
    }
    const type = c.res.headers.get('content-type')
    await store.keep({
      projectId,
      key,
      answer: {
        status,
        headers: type === null ? {} : { 'content-type': type },
        body: await c.res.clone().text(),
      },
    })
    return undefined
  }
}
