import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, test, vi } from 'vitest'
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
  const urls: string[] = []
  const proofs: { htu?: unknown; jti?: unknown }[] = []
  const client = createServerClient({
    origin,
    dpop,
    clientId: async () => 'a client',
    async fetch(url, init) {
      urls.push(`${url}`)
      const proof = decodeJwt(new Headers(init?.headers).get('dpop') ?? '')
      proofs.push(proof)
      nonces.push(proof.nonce)
      return (answers.shift() as () => Response)()
    },
  })
  const call = () => client.call({ path: '/x', body: {}, schema })
  const read = () => client.call({ method: 'GET', path: '/x', schema })
  return { nonces, urls, proofs, call, read }
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

  test('behavior: a read is repeated, each time with a new proof; nothing else is', async () => {
    const busy = problem(503, 'unavailable')
    const { read, proofs } = create(busy, () => new Response('<html>', { status: 502 }), ok)
    expect(await read()).toEqual({ ok: true })
    expect(new Set(proofs.map(({ jti }) => jti)).size).toBe(3)

    const refused = create(problem(404, 'no-wallet'))
    await expect(refused.read()).rejects.toMatchObject({ code: 'no-wallet' })
    const changing = create(busy)
    await expect(changing.call()).rejects.toMatchObject({ code: 'unavailable' })
    expect([refused.urls.length, changing.urls.length]).toEqual([1, 1])
  })

  test('param: clientId is a query parameter, and no part of the proof', async () => {
    const { call, urls, proofs } = create(ok)
    await call()
    expect(urls).toEqual(['https://vault.example/x?clientId=a+client'])
    expect(proofs[0]?.htu).toBe('https://vault.example/x')
    const sent: string[] = []
    for (const clientId of [undefined, async () => '']) {
      const fetch = async (url: unknown) => {
        sent.push(`${url}`)
        return ok()
      }
      await createServerClient({ origin, dpop, clientId, fetch }).call({ path: '/x', schema })
    }
    expect(sent).toEqual(['https://vault.example/x', 'https://vault.example/x'])
  })

  test('error: a server that does not answer, for example to a code, within thirty seconds', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
    const fetch = async (_: unknown, init?: RequestInit) => {
      init?.signal?.throwIfAborted()
      return ok()
    }
    const { call } = createServerClient({ origin, dpop, fetch })
    await expect(call({ path: '/x', schema })).rejects.toThrow(ServerUnreachableError)
    expect(timeout).toHaveBeenCalledWith(30_000)
    timeout.mockRestore()
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
