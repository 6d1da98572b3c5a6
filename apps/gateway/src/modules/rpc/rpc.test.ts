import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { methods, rpcErrorCodes } from '@portico/protocol'
import { keccak256 } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { createFakeHeads } from '../../testing/createFakeHeads.ts'
import { createTestApp } from '../../testing/createTestApp.ts'
import { type Behaviour, deadUrl, startUpstream } from '../../testing/startUpstream.ts'

const chain = 'eip155:31337'
const blockNumber = { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }
const healthy: Behaviour = ({ method }) => ({ result: `healthy ${method}` })

/** A gateway whose nodes behave so, in this order. */
async function gateway(...behaviours: Behaviour[]) {
  const upstreams = await Promise.all(behaviours.map((behave) => startUpstream({ behave })))
  const rpcUrls = { [chain]: upstreams.map(({ url }) => url) }
  // Who follows the head would be among those who ask.
  const test = await createTestApp({ rpcUrls, heads: createFakeHeads() })
  return { ...test, upstreams }
}

async function answerOf(response: Response) {
  return { status: response.status, body: JSON.parse(await response.text()) }
}

describe('POST /v1', () => {
  test('behavior: passes on what the node says, byte for byte', async () => {
    const result = '{"lamports":18446744073709551615 ,"x":1.0, "\\u0041": "}\\""}'
    const { rpc } = await gateway(() => `{ "jsonrpc":"2.0", "result" : ${result},"id":1 }`)
    const response = await rpc({ ...blockNumber, id: 'a b' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
    expect(await response.text()).toBe(`{"jsonrpc":"2.0","id":"a b","result":${result}}`)
  })

  test('behavior: also at /v1/, and parameters reach the node as they are', async () => {
    const { app, upstreams } = await gateway(healthy)
    const params = ['0xabc', { b: [1, 'é', null] }]
    const response = await app.request(`/v1/?chainId=${chain}&projectId=local`, {
      method: 'POST',
      body: JSON.stringify({ id: 1, method: 'eth_getBalance', params }),
    })
    expect(response.status).toBe(200)
    expect(upstreams[0]?.seen[0]).toMatchObject({ method: 'eth_getBalance', params })
    // Nothing of the caller goes along.
    expect(Object.keys(upstreams[0]?.headers[0] ?? {}).sort()).toEqual([
      'accept',
      'connection',
      'content-length',
      'content-type',
      'host',
    ])
  })

  test.each([
    '1',
    '0',
    '-7',
    '"text"',
    '""',
    'null',
    '1.5',
    '12345678901234567890',
    '1e400',
    'true',
    '{"a":[1]}',
    `"${'x'.repeat(101)}"`,
  ])('behavior: an id comes back as it was: %s', async (id) => {
    const { rpc } = await gateway(healthy)
    for (const method of ['eth_blockNumber', 'eth_chainId', 'personal_sign']) {
      const single = await rpc(`{"jsonrpc":"2.0","id":${id},"method":"${method}"}`)
      expect(await single.text()).toContain(`"id":${id}`)
      const batch = await rpc(`[{"jsonrpc":"2.0","id":${id},"method":"${method}"}]`)
      expect(await batch.text()).toContain(`"id":${id}`)
    }
  })

  test('behavior: static answers ask no node', async () => {
    const { rpc, upstreams } = await gateway(healthy)
    const asked = ['eth_chainId', 'net_version', 'net_listening', 'eth_accounts']
    const response = await rpc(asked.map((method, id) => ({ jsonrpc: '2.0', id, method })))
    expect(await response.json()).toEqual([
      { jsonrpc: '2.0', id: 0, result: '0x7a69' },
      { jsonrpc: '2.0', id: 1, result: '31337' },
      { jsonrpc: '2.0', id: 2, result: true },
      { jsonrpc: '2.0', id: 3, result: [] },
    ])
    expect(upstreams[0]?.seen).toEqual([])
  })

  test('behavior: a batch of 1000 is answered in order; one more is refused, not with 413', async () => {
    const { rpc, upstreams } = await gateway(({ params }) => ({ result: params }))
    const batch = Array.from({ length: 1000 }, (_, id) => ({ id, method: 'eth_getBalance', params: [id] }))
    const answers = (await (await rpc(batch)).json()) as { id: number; result: number[] }[]
    expect(answers).toHaveLength(1000)
    expect(answers.every(({ id, result }, index) => id === index && result[0] === index)).toBe(true)
    expect(upstreams[0]?.seen).toHaveLength(1000)
    expect(await answerOf(await rpc([...batch, blockNumber]))).toMatchObject({
      status: 200,
      body: { id: null, error: { code: rpcErrorCodes.invalidRequest } },
    })
  })

  test('behavior: a notification is carried out and not answered', async () => {
    const { rpc, upstreams } = await gateway(healthy)
    const response = await rpc({ jsonrpc: '2.0', method: 'eth_blockNumber' })
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(upstreams[0]?.seen).toHaveLength(1)
    const mixed = await rpc([{ jsonrpc: '2.0', method: 'eth_blockNumber' }, blockNumber])
    expect(await mixed.json()).toHaveLength(1)
  })

  test('behavior: the examples of JSON-RPC 2.0 that concern a server', async () => {
    const file = join(process.env.VECTORS_DIR ?? '../shared/vectors', 'json-rpc/jsonrpc2-examples.json')
    let text = '[]'
    try {
      text = readFileSync(file, 'utf8')
    } catch (error) {
      if (process.env.CI) throw error
    }
    const { rpc } = await gateway(healthy)
    type Example = { case: string; requestText: string; response: unknown }
    for (const example of JSON.parse(text) as Example[]) {
      const expected = [example.response].flat() as ({ error?: { code: number }; id: unknown } | null)[]
      // The others call methods the examples invent.
      if (!expected.every((answer) => answer === null || answer.error)) continue
      const response = await rpc(example.requestText)
      const given = response.status === 204 ? [null] : [(await response.json()) as never].flat()
      const brief = (answers: unknown[]) =>
        (answers as typeof expected).map((answer) => answer && [answer.id, answer.error?.code])
      expect([example.case, brief(given)]).toEqual([example.case, brief(expected)])
    }
  })

  test('error: 401 as a problem that JSON-RPC clients can read, too', async () => {
    const { app } = await gateway(healthy)
    const ask = (query: string, origin?: string) =>
      app.request(`/v1?chainId=${chain}${query}`, {
        method: 'POST',
        headers: origin ? { origin } : {},
        body: JSON.stringify(blockNumber),
      })
    const unknown = await ask('&projectId=nobody')
    expect(unknown.headers.get('content-type')).toBe('application/problem+json')
    expect(await answerOf(unknown)).toMatchObject({
      status: 401,
      body: {
        code: 'invalid-key',
        detail: 'Unauthorized: invalid key',
        jsonrpc: '2.0',
        id: null,
        error: { code: 4100, message: 'Unauthorized: invalid key' },
      },
    })
    expect((await answerOf(await ask(''))).body.code).toBe('invalid-key')
    const foreign = await ask('&projectId=local', 'https://evil.example')
    expect(foreign.headers.get('access-control-allow-origin')).toBe('https://evil.example')
    expect(await answerOf(foreign)).toMatchObject({
      status: 401,
      body: { code: 'origin-not-allowed', detail: 'Unauthorized: origin not allowed' },
    })
  })

  test('error: 400 names the chain', async () => {
    const { app } = await gateway(healthy)
    for (const [query, code] of [
      ['&chainId=eip155:999', 'chain-not-supported'],
      ['&chainId=31337', 'chain-not-supported'],
      ['', 'invalid-request'],
    ]) {
      const response = await app.request(`/v1?projectId=local${query}`, { method: 'POST', body: '{}' })
      expect(await answerOf(response)).toMatchObject({
        status: 400,
        body: { code, errors: [{ pointer: 'chainId' }], error: { code: -32000 } },
      })
    }
  })

  test('error: bodies over 1 MiB, or 2 MiB for a raw transaction, are refused without a code that is retried', async () => {
    const { rpc, upstreams } = await gateway(healthy)
    const body = (method: string, size: number) => ({ id: 1, method, params: [`0x${'00'.repeat(size / 2)}`] })
    const code = async (request: unknown) => {
      const { status, body } = await answerOf(await rpc(request))
      return [status, body.error?.code]
    }
    expect(await code(body('eth_call', 1_100_000))).toEqual([200, rpcErrorCodes.invalidRequest])
    expect(await code(body('eth_sendRawTransaction', 1_600_000))).toEqual([200, undefined])
    expect(await code(body('eth_sendRawTransaction', 2_200_000))).toEqual([200, rpcErrorCodes.invalidRequest])
    expect(await code([body('eth_sendRawTransaction', 1_600_000)])).toEqual([
      200,
      rpcErrorCodes.invalidRequest,
    ])
    expect(upstreams[0]?.seen).toHaveLength(1)
  })

  test('error: a body without a length is read up to the limit', async () => {
    const { app } = await gateway(healthy)
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(256 * 1024))
      },
    })
    const request = new Request(`http://gateway/v1?chainId=${chain}&projectId=local`, {
      method: 'POST',
      body,
      duplex: 'half',
    } as RequestInit)
    const { status, body: answer } = await answerOf(await app.request(request))
    expect([status, answer.error.code]).toEqual([200, rpcErrorCodes.invalidRequest])
  })
})

describe('what is said about an answer', () => {
  const timing = (response: Response) => response.headers.get('server-timing')

  test('behavior: Server-Timing says whether a node was asked, and outside production which one', async () => {
    const node = await startUpstream({ behave: healthy })
    const heads = createFakeHeads({ number: 5000 })
    const { rpc } = await createTestApp({ rpcUrls: { [chain]: [node.url] }, heads })
    const gasPrice = { id: 1, method: 'eth_gasPrice', params: [] }
    const asked = await rpc(gasPrice)
    expect(timing(asked)).toMatch(/^cache;desc=MISS, upstream;dur=\d+\.\d$/)
    expect(asked.headers.get('x-upstream')).toBe(new URL(node.url).host)
    const kept = await rpc({ ...gasPrice, id: 'other' })
    expect([timing(kept), kept.headers.get('x-upstream')]).toEqual(['cache;desc=HIT', null])
    expect(await kept.text()).toBe('{"jsonrpc":"2.0","id":"other","result":"healthy eth_gasPrice"}')
    expect(node.seen).toHaveLength(1)
    expect(timing(await rpc({ id: 1, method: 'eth_chainId' }))).toBeNull()
  })

  test('behavior: in production nobody is told the nodes', async () => {
    const node = await startUpstream({ behave: healthy })
    const env = { NODE_ENV: 'production', GATEWAY_OPEN: '1' }
    const { rpc } = await createTestApp({ rpcUrls: { [chain]: [node.url] }, heads: createFakeHeads(), env })
    const response = await rpc(blockNumber)
    expect([response.status, response.headers.get('x-upstream')]).toEqual([200, null])
  })

  test('behavior: metrics by node, and what the cache spared', async () => {
    const node = await startUpstream({ behave: healthy })
    const heads = createFakeHeads({ number: 5000 })
    const { rpc, services } = await createTestApp({ rpcUrls: { [chain]: [node.url] }, heads })
    for (let count = 0; count < 3; count++) await rpc({ id: count, method: 'eth_gasPrice' })
    const { text } = await services.metrics.render()
    const { host } = new URL(node.url)
    expect(text).toContain(
      `gateway_upstream_seconds_count{chain="${chain}",method="eth_gasPrice",upstream="${host}"} 1`,
    )
    expect(text).toContain('gateway_cache_total{kind="head",outcome="miss"} 1')
    expect(text).toContain('gateway_cache_total{kind="head",outcome="hit"} 2')
  })
})

describe('method policy', () => {
  test('behavior: every row of the method table', async () => {
    const { rpc, upstreams } = await gateway(healthy)
    for (const [method, { safety }] of Object.entries(methods)) {
      const filter = /Logs|newFilter$/.test(method) ? [{}] : []
      const { body, status } = await answerOf(await rpc({ id: 1, method, params: filter }))
      expect([method, status]).toEqual([method, 200])
      if (safety !== 'safe') expect([method, body.error.code]).toEqual([method, 4200])
      else if (method.startsWith('wallet_')) expect([method, body.error.code]).toEqual([method, -32601])
      else expect([method, body.error]).toEqual([method, undefined])
    }
    expect(upstreams[0]?.seen.map(({ method }) => method)).not.toContain('eth_sendTransaction')
  })

  test.each([
    'eth_sign',
    'eth_signTransaction',
    'debug_traceTransaction',
    'trace_filter',
    'admin_peers',
    'anvil_setBalance',
    'hardhat_reset',
    'evm_revert',
    'personal_unlockAccount',
    'txpool_content',
    'constructor',
    '__proto__',
    '',
  ])('error: %s does not reach a node', async (method) => {
    const { rpc, upstreams } = await gateway(healthy)
    const { status, body } = await answerOf(await rpc({ id: 1, method }))
    expect([status, body.error.code]).toEqual([200, -32601])
    expect(body.error.data.requestId).toMatch(/^[\w-]{36}$/)
    expect(upstreams[0]?.seen).toEqual([])
  })

  test.each([
    ['10001 blocks', { fromBlock: '0x0', toBlock: '0x2710' }, -32602],
    ['from the earliest block on', { fromBlock: 'earliest', toBlock: '0xffffff' }, -32602],
    ['1001 addresses', { address: Array.from({ length: 1001 }, () => '0x') }, -32602],
    ['5 topics', { topics: [1, 2, 3, 4, 5] }, -32602],
    ['no filter', 'filter', -32602],
    ['10000 blocks', { fromBlock: '0x0', toBlock: '0x270f' }, undefined],
    ['up to the newest block', { fromBlock: '0x0', toBlock: 'latest' }, undefined],
    ['one block by hash', { blockHash: '0xab' }, undefined],
  ])('behavior: eth_getLogs over %s', async (_, filter, code) => {
    const { rpc } = await gateway(healthy)
    const { body } = await answerOf(await rpc({ id: 1, method: 'eth_getLogs', params: [filter] }))
    expect(body.error?.code).toBe(code)
  })
})

describe('upstreams', () => {
  const html: Behaviour = () => '<html>502 Bad Gateway</html>'
  const truncated: Behaviour = ({ id }) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":"0x1`
  const wrongId: Behaviour = () => '{"jsonrpc":"2.0","id":"somebody else","result":"0x1"}'
  const noResult: Behaviour = ({ id }) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)}}`
  const oversized: Behaviour = () => ({ result: 'x'.repeat(11 * 1024 * 1024) })
  const status =
    (code: number): Behaviour =>
    (_, response) => {
      response.writeHead(code).end('{"jsonrpc":"2.0","id":1,"result":"from a failed node"}')
      return undefined
    }
  const rpcError =
    (code: number, message: string): Behaviour =>
    () => ({ error: { code, message } })
  const cut: Behaviour = (_, response) => {
    response.writeHead(200, { 'content-length': 1000 }).write('{"jsonrpc"')
    response.destroy()
    return undefined
  }

  test.each<[string, Behaviour]>([
    ['HTML', html],
    ['half of an answer', truncated],
    ['a cut connection', cut],
    ["another request's answer", wrongId],
    ['neither result nor error', noResult],
    ['11 MiB', oversized],
    ...[403, 408, 413, 429, 500, 502, 503, 504, 401, 404].map((code): [string, Behaviour] => [
      `HTTP ${code}`,
      status(code),
    ]),
    ['code -1', rpcError(-1, 'oops')],
    ['code -32005', rpcError(-32005, 'limit exceeded')],
    ['code -32603', rpcError(-32603, 'Internal error')],
    ['a quota', rpcError(-32000, 'Monthly compute units exceeded, upgrade your plan')],
    ['a node that is behind', rpcError(-32000, 'header not found')],
  ])('behavior: %s makes the next node be asked', async (_, bad) => {
    const { rpc, upstreams } = await gateway(bad, healthy)
    expect((await answerOf(await rpc(blockNumber))).body.result).toBe('healthy eth_blockNumber')
    expect(upstreams[0]?.seen).toHaveLength(1)
  })

  test.each([
    [3, 'execution reverted: no'],
    [-32000, 'execution reverted'],
    [-32603, 'execution reverted: custom error 0x1234'],
    [-32000, 'nonce too low: address 0x…, tx: 1 state: 2'],
    [-32000, 'insufficient funds for gas * price + value'],
    [-32602, 'invalid argument 0'],
    [-32601, 'the method does not exist'],
  ])("behavior: %d '%s' is the chain's word and passed on", async (code, message) => {
    const { rpc, upstreams } = await gateway(rpcError(code, message), rpcError(code, message))
    const { status, body } = await answerOf(await rpc({ ...blockNumber, method: 'eth_call' }))
    expect([status, body.error.code, body.error.message]).toEqual([200, code, message])
    expect(upstreams.flatMap(({ seen }) => seen)).toHaveLength(1)
  })

  test('behavior: what every node calls an error is passed on as it is', async () => {
    const { rpc } = await gateway(rpcError(-32603, 'first'), rpcError(-32603, 'second'))
    const { status, body } = await answerOf(await rpc(blockNumber))
    expect([status, body.error]).toEqual([200, { code: -32603, message: 'second' }])
  })

  test('behavior: a node that hangs is not waited for, and the only one is left after 2.5 s', async () => {
    const { rpc } = await gateway(() => undefined, healthy)
    expect((await answerOf(await rpc(blockNumber))).body.result).toBe('healthy eth_blockNumber')
    let calls = 0
    const alone = await gateway((request, response) =>
      calls++ === 0 ? undefined : healthy(request, response),
    )
    expect((await answerOf(await alone.rpc(blockNumber))).body.result).toBe('healthy eth_blockNumber')
    expect(alone.upstreams[0]?.seen).toHaveLength(2)
  })

  test('behavior: a node that says Retry-After is left alone until then', async () => {
    const throttled: Behaviour = (_, response) => {
      response.writeHead(429, { 'retry-after': '1' }).end()
      return undefined
    }
    const { rpc, upstreams } = await gateway(throttled)
    expect((await rpc(blockNumber)).headers.get('retry-after')).toBe('1')
    expect((await rpc(blockNumber)).status).toBe(503)
    expect(upstreams[0]?.seen).toHaveLength(1)
    await expect
      .poll(async () => (await rpc(blockNumber)) && upstreams[0]?.seen.length, {
        interval: 200,
        timeout: 10_000,
      })
      .toBe(2)
  })

  test('behavior: a hiccup of the only node is waited out', async () => {
    let calls = 0
    const { rpc } = await gateway((request, response) =>
      calls++ === 0 ? status(503)(request, response) : healthy(request, response),
    )
    expect((await answerOf(await rpc(blockNumber))).body.result).toBe('healthy eth_blockNumber')
  })

  test('behavior: a node on another chain is left out, and the log says which', async () => {
    const wrong = await startUpstream({ chainId: '0x1', behave: () => ({ result: 'of another chain' }) })
    const right = await startUpstream({ behave: healthy })
    const { rpc, logged } = await createTestApp({ rpcUrls: { [chain]: [wrong.url, right.url] } })
    for (let count = 0; count < 3; count++)
      expect((await answerOf(await rpc(blockNumber))).body.result).toBe('healthy eth_blockNumber')
    expect(wrong.seen).toEqual([])
    const lines = logged.filter(({ msg }) => msg === 'node is on another chain: left out')
    expect(lines).toMatchObject([{ chain, upstream: new URL(wrong.url).host, answered: '0x1' }])
  })

  test('behavior: credentials in an address go into a header and not into the log', async () => {
    const node = await startUpstream({ behave: status(500) })
    const url = node.url.replace('://', '://user:s3cret@').concat('/v3/k3y')
    const { rpc, logged } = await createTestApp({ rpcUrls: { [chain]: [url] } })
    expect((await rpc(blockNumber)).status).toBe(503)
    expect(node.headers[0]?.authorization).toBe(`Basic ${Buffer.from('user:s3cret').toString('base64')}`)
    expect(logged.length).toBeGreaterThan(0)
    expect(JSON.stringify(logged)).not.toMatch(/s3cret|k3y/)
  })

  test('error: 503 with the request id, how many were asked, and when to try again', async () => {
    const throttled: Behaviour = (_, response) => {
      response.writeHead(429, { 'retry-after': '7' }).end()
      return undefined
    }
    const node = await startUpstream({ behave: throttled })
    const { rpc } = await createTestApp({ rpcUrls: { [chain]: [await deadUrl(), node.url] } })
    const response = await rpc(blockNumber, { 'x-request-id': 'my-own-request' })
    expect(response.headers.get('retry-after')).toMatch(/^[4-7]$/)
    expect(await answerOf(response)).toMatchObject({
      status: 503,
      body: {
        jsonrpc: '2.0',
        id: 1,
        error: { code: -32002, data: { requestId: 'my-own-request', retryAfterMs: expect.any(Number) } },
      },
    })
  })

  test('error: in a batch only what failed is an error', async () => {
    const { rpc } = await gateway(({ method }, response) => {
      if (method === 'eth_gasPrice') return status(500)({ id: 1, method, params: [] }, response)
      return { result: 'fine' }
    })
    const response = await rpc([blockNumber, { ...blockNumber, id: 2, method: 'eth_gasPrice' }])
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject([
      { id: 1, result: 'fine' },
      { id: 2, error: { code: -32002 } },
    ])
  })
})

describe('eth_sendRawTransaction', () => {
  const raw = '0x02f8aa'
  const send = { jsonrpc: '2.0', id: 9, method: 'eth_sendRawTransaction', params: [raw] }

  test('behavior: what the node has already is sent', async () => {
    const { rpc } = await gateway(() => ({ error: { code: -32000, message: 'already known' } }))
    expect((await answerOf(await rpc(send))).body).toEqual({ jsonrpc: '2.0', id: 9, result: keccak256(raw) })
  })

  test('behavior: "nonce too low" is success only if the chain has the transaction', async () => {
    let mined = true
    const { rpc } = await gateway(({ method }) =>
      method === 'eth_getTransactionByHash'
        ? { result: mined ? { hash: keccak256(raw) } : null }
        : { error: { code: -32000, message: 'nonce too low' } },
    )
    expect((await answerOf(await rpc(send))).body.result).toBe(keccak256(raw))
    mined = false
    expect((await answerOf(await rpc(send))).body.error.message).toBe('nonce too low')
  })
})
