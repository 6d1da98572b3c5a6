import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createDpopProver, type DpopProver, makeDpopKeys } from './createDpopProver.ts'
import { createServerClient } from './createServerClient.ts'
import { ServerError, ServerUnreachableError } from './ServerError.ts'

const origin = 'https://vault.example'
const schema = z.object({ ok: z.boolean() })
let dpop: DpopProver
beforeAll(async () => {
  dpop = await createDpopProver({ keys: await makeDpopKeys() })
})

function create(...answers: (() => Response)[]) {
  const nonces: unknown[] = []
  const client = createServerClient({
    origin,
    dpop,
    async fetch(_, init) {
      nonces.push(decodeJwt(new Headers(init?.headers).get('dpop') ?? '').nonce)
      return (answers.shift() as () => Response)()
    },
  })
  return { nonces, call: () => client.call({ path: '/x', body: {}, schema }) }
}

const problem =
  (status: number, code: string, headers = {}) =>
  () =>
    Response.json({ type: 'about:blank', title: code, status, code }, { status, headers })
const ok = () => Response.json({ ok: true, more: 1 })

describe('createServerClient', () => {
  test('behavior: retries once with a requested nonce, and keeps the latest nonce', async () => {
    const { nonces, call } = create(
      problem(401, 'use-dpop-nonce', { 'dpop-nonce': 'one' }),
      () => Response.json({ ok: true }, { headers: { 'dpop-nonce': 'two' } }),
      ok,
      problem(401, 'use-dpop-nonce', { 'dpop-nonce': 'three' }),
      problem(401, 'use-dpop-nonce', { 'dpop-nonce': 'four' }),
    )
    expect(await call()).toEqual({ ok: true })
    expect(await call()).toEqual({ ok: true })
    expect(nonces).toEqual([undefined, 'one', 'two'])
    await expect(call()).rejects.toMatchObject({ code: 'use-dpop-nonce' })
    expect(nonces).toHaveLength(5)
  })

  test('error: a problem of the server is thrown with its code', async () => {
    const { call } = create(problem(400, 'code-wrong'))
    const error = await call().catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ServerError)
    expect(error).toMatchObject({ code: 'code-wrong', problem: { status: 400 } })
  })

  test.each([
    ['nothing', () => Promise.reject(new TypeError('fetch failed')) as never],
    ['a page of somebody else', () => new Response('<html>', { status: 200 })],
    ['an error of somebody else', () => new Response('Bad Gateway', { status: 502 })],
    ['another shape', () => Response.json({ ok: 'yes' })],
  ])('error: %s is no answer', async (_, answer) => {
    await expect(create(answer).call()).rejects.toThrow(ServerUnreachableError)
  })
})
