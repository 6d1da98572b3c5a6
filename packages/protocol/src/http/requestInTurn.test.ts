import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RpcError } from '../rpc/RpcError.ts'
import { HttpStatusError } from './HttpStatusError.ts'
import { requestInTurn } from './requestInTurn.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const down = new TypeError('Failed to fetch')
const missing = new HttpStatusError(new Response(null, { status: 404 }))
const refused = new RpcError({ rpcCode: -32602 })

async function run(answers: Record<string, unknown>) {
  const asked: string[] = []
  const running = requestInTurn(
    Object.keys(answers),
    async (url) => {
      asked.push(url)
      const answer = answers[url]
      if (answer instanceof Error) throw answer
      return answer
    },
    { isFinal: (error) => error === refused },
  ).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return { result: await running, asked: asked.join('') }
}

describe('requestInTurn', () => {
  test.each([
    ['the first that answers', { a: down, b: missing, c: 1, d: 2 }, 1, 'abc'],
    ['an error that is the answer', { a: down, b: refused, c: 1 }, refused, 'ab'],
    ['a round without an answer is repeated', { a: missing, b: down }, down, 'abababab'],
    ['also if only the first failure may be temporary', { a: down, b: missing }, down, 'abababab'],
    ['no failure that may be temporary', { a: missing, b: missing }, missing, 'ab'],
  ])('behavior: %s', async (_, answers, result, asked) => {
    expect(await run(answers)).toEqual({ result, asked })
  })
})
