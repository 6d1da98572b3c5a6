import { parseBody, problemKind } from '@portico/server'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { describeEngines } from '../../testing/describeEngines.ts'
import type { AppEnv } from './AppEnv.ts'
import { createIdempotencyStore, type IdempotencyStore } from './createIdempotencyStore.ts'
import { idempotent } from './idempotent.ts'
import { Problem } from './Problem.ts'
import { problems } from './problems.ts'

/** Creates a counter behind the middleware, one app per store; the request body sets the response status. */
function createCounter(stores: IdempotencyStore[], clock = { now: 1_000_000 }) {
  let calls = 0
  const apps = stores.map((store) => {
    const app = new Hono<AppEnv>()
    app.onError((error, c) =>
      c.json({}, error instanceof Problem ? (problemKind({ problem: error, problems }).status as 400) : 500),
    )
    app.use('/nowhere/*', idempotent({ store, now: () => clock.now }))
    app.post('/count', idempotent({ store, now: () => clock.now }), async (c) => {
      calls++
      const { status } = await parseBody({ request: c.req.raw, schema: z.object({ status: z.number() }) })
      if (status >= 400)
        throw new Problem(status === 500 ? 'internal' : status === 429 ? 'rate-limited' : 'not-found')
      return c.json({ calls }, status as 200)
    })
    return app
  })
  const post = async (key: string | undefined, status = 200, at = 0, query = '') => {
    const headers = key === undefined ? {} : { 'idempotency-key': key }
    const init = { method: 'POST', headers, body: JSON.stringify({ status }) }
    const answer = await (apps[at] as Hono<AppEnv>).request(`/count${query}`, init)
    return {
      status: answer.status,
      replayed: answer.headers.has('idempotency-replayed'),
      type: answer.headers.get('content-type'),
      body: await answer.json(),
    }
  }
  const miss = async (key: string, path: string) =>
    (
      await (apps[0] as Hono<AppEnv>).request(`/nowhere/${path}`, {
        method: 'POST',
        headers: { 'idempotency-key': key },
      })
    ).status
  return { post, miss, calls: () => calls, clock }
}

await describeEngines('idempotent', ({ open, openTogether }) => {
  const counter = async () => createCounter([createIdempotencyStore({ database: await open() })])

  test('behavior: the same key gets the first response; another key, or none, runs the request again', async () => {
    const { post, calls } = await counter()
    const first = await post('a', 201)
    expect(first).toMatchObject({ status: 201, replayed: false, body: { calls: 1 } })
    expect(await post('a', 201)).toEqual({ ...first, replayed: true })
    await post('b', 201)
    await post(undefined, 201)
    await post(undefined, 201)
    expect(calls()).toBe(4)
  })

  test('behavior: a permanent refusal is stored; a failure or temporary refusal is not', async () => {
    const { post, calls } = await counter()
    expect((await post('gone', 404)).status).toBe(404)
    expect(await post('gone', 404)).toMatchObject({ status: 404, replayed: true })
    await post('failed', 500)
    await post('failed', 500)
    await post('later', 429)
    await post('later', 429)
    expect(calls()).toBe(5)
  })

  test('behavior: a path without a route does not reserve the key', async () => {
    const { miss } = await counter()
    expect([await miss('a', 'one'), await miss('a', 'other')]).toEqual([404, 404])
  })

  test('behavior: a key is free again after 24 hours', async () => {
    const { post, calls, clock } = await counter()
    await post('a')
    clock.now += 24 * 60 * 60_000
    await post('a')
    expect(calls()).toBe(2)
  })

  test('error: a key used for a different request; a malformed key', async () => {
    const { post, calls } = await counter()
    await post('a', 200)
    expect((await post('a', 201)).status).toBe(422)
    expect((await post('a', 200, 0, '?x=1')).status).toBe(422)
    expect((await post('x'.repeat(256))).status).toBe(400)
    expect(calls()).toBe(1)
  })

  test('behavior: of several processes that get one key at once, only one runs the request', async () => {
    const stores = (await openTogether(3)).map((database) => createIdempotencyStore({ database }))
    const { post, calls } = createCounter(stores)
    const answers = await Promise.all([0, 1, 2, 0, 1, 2].map((at) => post('a', 200, at)))
    expect(calls()).toBe(1)
    // The others get a 409, or the stored response if the first has finished.
    for (const { status, body } of answers)
      expect(status === 409 || (status === 200 && body.calls === 1)).toBe(true)
  })

  test('behavior: a key is free again a minute after its process died', async () => {
    const store = createIdempotencyStore({ database: await open() })
    const call = { projectId: '', key: 'a', requestHash: 'h', now: 1_000_000 }
    expect(await store.begin(call)).toEqual({ kind: 'own' })
    expect(await store.begin({ ...call, now: call.now + 59_000 })).toEqual({ kind: 'running' })
    expect(await store.begin({ ...call, now: call.now + 60_000 })).toEqual({ kind: 'own' })
    expect(await store.begin({ ...call, projectId: 'other' })).toEqual({ kind: 'own' })
  })
})
