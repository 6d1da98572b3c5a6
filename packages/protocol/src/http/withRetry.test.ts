import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RpcError } from '../rpc/RpcError.ts'
import { HttpStatusError } from './HttpStatusError.ts'
import { retryRules } from './retryRules.ts'
import { withRetry } from './withRetry.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const status = (code: number, retryAfter?: string) =>
  new HttpStatusError(
    new Response(null, { status: code, ...(retryAfter && { headers: { 'retry-after': retryAfter } }) }),
  )
const rpc = (rpcCode: number, cause?: unknown) => new RpcError({ rpcCode, cause })

/** Runs the attempts, which fail with these errors and then succeed. Returns the result and when each was made. */
async function run(...errors: unknown[]) {
  const times: number[] = []
  const start = Date.now()
  const running = withRetry(async () => {
    times.push(Date.now() - start)
    if (errors.length > 0) throw errors.shift()
    return 'done'
  }).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return { result: await running, times }
}

describe('withRetry', () => {
  test('behavior: the rules', () => {
    expect(retryRules).toEqual({
      count: 3,
      delayMs: 150,
      maxDelayMs: 10_000,
      httpStatuses: [403, 408, 413, 429, 500, 502, 503, 504],
      rpcCodes: [-1, -32005, -32603],
    })
  })

  test('behavior: three retries, after 150, 300 and 600 ms', async () => {
    const errors = [1, 2, 3, 4].map((number) => new TypeError(`Failed to fetch ${number}`))
    expect(await run(...errors)).toEqual({ result: errors[3], times: [0, 150, 450, 1050] })
    expect(await run(status(500), rpc(-1))).toEqual({ result: 'done', times: [0, 150, 450] })
  })

  test('behavior: exactly the listed statuses are retried', async () => {
    const retried: number[] = []
    for (let code = 400; code < 600; code++) {
      if ((await run(status(code))).times.length > 1) retried.push(code)
    }
    expect(retried).toEqual(retryRules.httpStatuses)
  })

  test.each([
    ['unknown error', rpc(-1), 2],
    ['limit exceeded', rpc(-32005), 2],
    ['internal error', rpc(-32603), 2],
    ['invalid parameters', rpc(-32602), 1],
    ['execution reverted', rpc(3), 1],
    ['a rejection by the user', rpc(4001), 1],
    ['a listed status around another code', rpc(429, status(429)), 2],
    ['a listed code with another status', rpc(-32005, status(400)), 2],
    ['neither', rpc(-32602, status(400)), 1],
    ['an error that contains a failed request', new Error('x', { cause: status(404) }), 1],
    ['no response', new DOMException('', 'TimeoutError'), 2],
  ])('behavior: %s', async (_, error, attempts) => {
    expect((await run(error)).times).toHaveLength(attempts)
  })

  test.each([
    ['2', [0, 2000]],
    ['0', [0, 150]],
    ['10', [0, 10_000]],
    ['11', [0]],
    ['99999999999', [0]],
    ['soon', [0, 150]],
    ['-5', [0, 150]],
  ])('behavior: Retry-After: %s', async (value, times) => {
    expect((await run(status(503, value))).times).toEqual(times)
    expect((await run(rpc(-32005, status(429, value)))).times).toEqual(times)
  })

  test('behavior: Retry-After is a date', async () => {
    const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString()
    vi.setSystemTime(Math.ceil(Date.now() / 1000) * 1000)
    expect((await run(status(503, inSeconds(4)))).times).toEqual([0, 4000])
    expect((await run(status(503, inSeconds(-60)))).times).toEqual([0, 150])
    expect((await run(status(503, inSeconds(3600)))).times).toEqual([0])
  })

  test('param: signal: no attempt is made after it is aborted', async () => {
    const controller = new AbortController()
    const error = status(500)
    const attempt = vi.fn(() => Promise.reject(error))
    const rejected = expect(withRetry(attempt, { signal: controller.signal })).rejects.toBe(error)
    await vi.advanceTimersByTimeAsync(200)
    expect(attempt).toHaveBeenCalledTimes(2)
    controller.abort()
    await vi.runAllTimersAsync()
    await rejected
    expect(attempt).toHaveBeenCalledTimes(2)
  })
})
