import { createHash } from 'node:crypto'
import { readBody } from '@portico/server'
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { AppEnv } from './AppEnv.ts'
import type { IdempotencyStore } from './createIdempotencyStore.ts'
import { Problem } from './Problem.ts'

/** Largest body in bytes: 1 MiB. The routes refuse longer bodies anyway. */
const maxBody = 1024 * 1024
/** Statuses of temporary refusals: they are not stored, so that a retry runs the request again. */
const temporary = new Set([401, 408, 409, 425, 429])

/**
 * Runs a POST with an `Idempotency-Key` at most once in 24 hours (draft-ietf-httpapi-idempotency-key-header): a client
 * that lost the response repeats the request with the same key and gets the stored response. A POST without a key is
 * passed through.
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
  /** Returns the scope of the keys: equal keys in different scopes are different. Default: the project's ID. */
  scopeOf?: ((c: Context<AppEnv>) => string) | undefined
  now?: () => number
}): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const key = c.req.header('idempotency-key')
    if (key === undefined || c.req.method !== 'POST') return next()
    // No POST route matches, so the request has no effect: do not reserve a key.
    if (!matchedRoutes(c).some(({ method }) => method === 'POST')) return next()
    if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
      const detail = 'Must be 1–255 visible characters.'
      throw new Problem('invalid-request', {
        detail: `Idempotency-Key: ${detail}`,
        errors: [{ pointer: 'idempotency-key', detail }],
      })
    }
    const body = await readBody({ request: c.req.raw.clone(), limit: maxBody })
    if (body === undefined)
      throw new Problem('body-too-large', { detail: `The body must have at most ${maxBody} bytes.` })
    const projectId = scopeOf(c)
    // Hash the URL without its host: the retry may reach another process under another host.
    const { pathname, search } = new URL(c.req.url)
    const requestHash = createHash('sha256').update(`${pathname}${search}\n${body}`).digest('hex')
    const state = await store.begin({ projectId, key, requestHash, now: now() })
    if (state.kind === 'other') throw new Problem('idempotency-key-reused')
    if (state.kind === 'running') throw new Problem('idempotency-key-busy', { retryAfterSeconds: 1 })
    if (state.kind === 'answered') {
      const { response } = state
      const headers = { ...response.headers, 'idempotency-replayed': 'true' }
      if (response.status === 204) return c.body(null, 204, headers)
      return c.body(response.body, response.status as 200, headers)
    }
    try {
      await next()
    } catch (error) {
      await store.release({ projectId, key })
      throw error
    }
    const { status } = c.res
    if (status >= 500 || temporary.has(status)) {
      await store.release({ projectId, key })
      return undefined
    }
    const type = c.res.headers.get('content-type')
    await store.save({
      projectId,
      key,
      response: {
        status,
        headers: type === null ? {} : { 'content-type': type },
        body: await c.res.clone().text(),
      },
    })
    return undefined
  }
}
