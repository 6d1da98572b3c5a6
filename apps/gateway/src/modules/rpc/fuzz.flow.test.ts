import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { methods } from '@portico/protocol'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { createFakeHeads } from '../../testing/createFakeHeads.ts'
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts'
import { startUpstream } from '../../testing/startUpstream.ts'

const vectors = process.env.VECTORS_DIR ?? '../shared/vectors'

function readVectors(name: string): unknown {
  try {
    return JSON.parse(readFileSync(join(vectors, name), 'utf8'))
  } catch (error) {
    if (process.env.CI) throw error
    return undefined
  }
}

async function gateway(): Promise<TestApp> {
  const node = await startUpstream({ behave: ({ method }) => ({ result: method }) })
  const heads = createFakeHeads({ number: 1000 })
  return createTestApp({ rpcUrls: { 'eip155:31337': [node.url] }, heads, env: { LOG_LEVEL: 'error' } })
}

/** Checks that a response is valid JSON-RPC 2.0, or absent for notifications. */
async function check(app: TestApp, body: string): Promise<void> {
  const response = await app.rpc(body)
  const text = await response.text()
  expect([body.slice(0, 300), response.status < 500]).toEqual([body.slice(0, 300), true])
  if (response.status === 204) {
    expect(text).toBe('')
    return
  }
  for (const answer of [JSON.parse(text)].flat()) {
    expect(answer.jsonrpc).toBe('2.0')
    expect(Object.hasOwn(answer, 'id')).toBe(true)
    expect(Object.hasOwn(answer, 'result')).not.toBe(Object.hasOwn(answer, 'error'))
    if (answer.error) {
      expect(Number.isInteger(answer.error.code)).toBe(true)
      expect(typeof answer.error.message).toBe('string')
      // Clients retry requests that fail with these codes.
      expect([-1, -32005, -32603]).not.toContain(answer.error.code)
    }
  }
}

const names = [
  ...Object.keys(methods),
  'eth_sign',
  'debug_traceCall',
  'constructor',
  '__proto__',
  '',
  'é\u0000',
]
const block = fc.constantFrom(
  'latest',
  'earliest',
  'pending',
  'safe',
  '0x0',
  '0x3e8',
  '0xffffffffffff',
  '0xzz',
  null,
)
const value = fc.oneof(fc.jsonValue({ maxDepth: 4 }), block)
const call = fc.record(
  {
    jsonrpc: fc.constantFrom('2.0', '1.0', 2, null),
    id: fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.integer()),
    method: fc.oneof(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 1 })),
    params: fc.oneof(
      fc.array(value, { maxLength: 4 }),
      fc.jsonValue({ maxDepth: 4 }),
      fc.tuple(
        fc.record({ fromBlock: value, toBlock: value, address: value, topics: value }, { requiredKeys: [] }),
      ),
    ),
  },
  { requiredKeys: [] },
)

describe('POST /v1 with arbitrary input', () => {
  test('behavior: never a server error, always a well-formed response', async () => {
    const app = await gateway()
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          { weight: 6, arbitrary: call.map((one) => JSON.stringify(one)) },
          { weight: 2, arbitrary: fc.array(call, { maxLength: 5 }).map((many) => JSON.stringify(many)) },
          { weight: 1, arbitrary: fc.json() },
          { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
        ),
        (body) => check(app, body),
      ),
      { numRuns: 1500 },
    )
  }, 120_000)

  test('behavior: a valid request with text removed or inserted', async () => {
    const app = await gateway()
    const valid =
      '{"jsonrpc":"2.0","id":1,"method":"eth_getLogs","params":[{"fromBlock":"0x1","toBlock":"latest","topics":["a\\"b\\\\",[null,"c"]]}]}'
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: valid.length }),
        fc.nat({ max: 6 }),
        fc.constantFrom(
          '',
          '"',
          '\\',
          '{',
          '[',
          ']',
          '}',
          ',',
          ':',
          '\u0000',
          '\ud800',
          '1e999',
          ' ',
          'null',
        ),
        (at, cut, put) => check(app, valid.slice(0, at) + put + valid.slice(at + cut)),
      ),
      { numRuns: 1000 },
    )
  }, 120_000)

  test.each([
    ['nested arrays', '['.repeat(200_000) + ']'.repeat(200_000)],
    [
      'nested parameters',
      `{"id":1,"method":"eth_call","params":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    ],
    ['a nested filter', `{"id":1,"method":"eth_getLogs","params":[${'['.repeat(9000)}${']'.repeat(9000)}]}`],
    ['a nested id', `{"id":${'['.repeat(9000)}${']'.repeat(9000)},"method":"eth_chainId"}`],
    ['many members', `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join(',')}}`],
    ['backslashes', `{"id":1,"method":"eth_call","params":["${'\\\\'.repeat(200_000)}\\""]}`],
    ['quotes', `{"id":1,"method":"eth_call","params":["${'\\"'.repeat(200_000)}"]}`],
  ])('behavior: %s', async (_, body) => {
    await check(await gateway(), body)
  })

  test('behavior: a duplicate member cannot bypass the method policy', async () => {
    const node = await startUpstream({ behave: ({ method }) => ({ result: method }) })
    const { rpc } = await createTestApp({ rpcUrls: { 'eip155:31337': [node.url] }, heads: createFakeHeads() })
    await rpc('{"id":1,"method":"eth_sendTransaction","method":"eth_blockNumber","params":[]}')
    await rpc('{"id":1,"method":"eth_blockNumber","method":"eth_sendTransaction","params":[]}')
    await rpc(
      '{"id":1,"method":"eth_getLogs","params":[{"fromBlock":"0x0","toBlock":"0xfffff","fromBlock":"0xffffe"}]}',
    )
    await rpc(
      '{"id":1,"method":"eth_getLogs","params":[{"fromBlock":"0x0","toBlock":"0xfffff","\\u0066romBlock":"0xffffe"}]}',
    )
    expect(node.seen.map(({ method }) => method)).toEqual(['eth_blockNumber'])
  })
})

describe('published vectors', () => {
  let cases: { value: string }[] | undefined
  beforeAll(() => {
    cases = (readVectors('nasty-strings/nasty.json') as { cases: { value: string }[] } | undefined)?.cases
  })

  test('behavior: naughty strings as ID, method and parameter (without VECTORS_DIR: none)', async () => {
    const app = await gateway()
    for (const { value } of cases ?? []) {
      await check(app, JSON.stringify({ jsonrpc: '2.0', id: value, method: 'eth_call', params: [value] }))
      await check(app, JSON.stringify({ jsonrpc: '2.0', id: 1, method: value, params: { [value]: value } }))
      await check(app, value)
      const id = JSON.stringify(value)
      const response = await app.rpc(`{"id":${id},"method":"eth_chainId"}`)
      expect(await response.text()).toContain(`"id":${Buffer.from(id).toString('utf8')},`)
    }
  }, 60_000)

  test('behavior: answers the examples of JSON-RPC 2.0 in valid form (without VECTORS_DIR: none)', async () => {
    const app = await gateway()
    const examples = (readVectors('json-rpc/jsonrpc2-examples.json') ?? []) as { requestText: string }[]
    for (const { requestText } of examples) await check(app, requestText)
  })
})
