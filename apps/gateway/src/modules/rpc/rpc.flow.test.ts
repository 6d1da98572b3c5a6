import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { methods, rpcErrorCodes } from '@portico/protocol'
import { describe, expect, test } from 'vitest'
import { answerOf } from '../../testing/answerOf.ts'
import { createFakeHeads } from '../../testing/createFakeHeads.ts'
import { createRpcGateway } from '../../testing/createRpcGateway.ts'
import { createTestApp } from '../../testing/createTestApp.ts'
import { type Behaviour, startUpstream } from '../../testing/startUpstream.ts'

const chain = 'eip155:31337'
const blockNumber = { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }
const healthy: Behaviour = ({ method }) => ({ result: `healthy ${method}` })

describe('POST /v1', () => {
  test('behavior: passes on the upstream’s response byte for byte', async () => {
    const result = '{"lamports":18446744073709551615 ,"x":1.0, "\\u0041": "}\\""}'
    const { rpc } = await createRpcGateway(() => `{ "jsonrpc":"2.0", "result" : ${result},"id":1 }`)
    const response = await rpc({ ...blockNumber, id: 'a b' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
    expect(await response.text()).toBe(`{"jsonrpc":"2.0","id":"a b","result":${result}}`)
  })

  test('behavior: also at /v1/, and parameters reach the upstream unchanged', async () => {
    const { app, upstreams } = await createRpcGateway(healthy)
    const params = ['0xabc', { b: [1, 'é', null] }]
    const response = await app.request(`/v1/?chainId=${chain}&projectId=local`, {
      method: 'POST',
      body: JSON.stringify({ id: 1, method: 'eth_getBalance', params }),
    })
    expect(response.status).toBe(200)
    expect(upstreams[0]?.seen[0]).toMatchObject({ method: 'eth_getBalance', params })
    // No headers of the caller are forwarded.
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
  ])('behavior: returns the ID unchanged: %s', async (id) => {
    const { rpc } = await createRpcGateway(healthy)
    for (const method of ['eth_blockNumber', 'eth_chainId', 'personal_sign']) {
      const single = await rpc(`{"jsonrpc":"2.0","id":${id},"method":"${method}"}`)
      expect(await single.text()).toContain(`"id":${id}`)
      const batch = await rpc(`[{"jsonrpc":"2.0","id":${id},"method":"${method}"}]`)
      expect(await batch.text()).toContain(`"id":${id}`)
    }
  })

  test('behavior: static methods cause no upstream request', async () => {
    const { rpc, upstreams } = await createRpcGateway(healthy)
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

  test('behavior: answers a batch of 1000 in order, and rejects a larger one, but not with 413', async () => {
    const { rpc, upstreams } = await createRpcGateway(({ params }) => ({ result: params }))
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

  test('behavior: executes a notification without a response', async () => {
    const { rpc, upstreams } = await createRpcGateway(healthy)
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
    const { rpc } = await createRpcGateway(healthy)
    type Example = { case: string; requestText: string; response: unknown }
    for (const example of JSON.parse(text) as Example[]) {
      const expected = [example.response].flat() as ({ error?: { code: number }; id: unknown } | null)[]
      // The other examples call made-up methods.
      if (!expected.every((answer) => answer === null || answer.error)) continue
      const response = await rpc(example.requestText)
      const actual = response.status === 204 ? [null] : [(await response.json()) as never].flat()
      const brief = (answers: unknown[]) =>
        (answers as typeof expected).map((answer) => answer && [answer.id, answer.error?.code])
      expect([example.case, brief(actual)]).toEqual([example.case, brief(expected)])
    }
  })

  test('error: 401 as a problem that JSON-RPC clients can also read', async () => {
    const { app } = await createRpcGateway(healthy)
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

  test('error: 400 for a missing or unknown chain', async () => {
    const { app } = await createRpcGateway(healthy)
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

  test('error: rejects bodies over 1 MiB (2 MiB for a raw transaction) with a code that clients do not retry', async () => {
    const { rpc, upstreams } = await createRpcGateway(healthy)
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
    const { app } = await createRpcGateway(healthy)
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

describe('response metadata', () => {
  const timing = (response: Response) => response.headers.get('server-timing')

  test('behavior: Server-Timing shows cache hits, and outside production X-Upstream names the upstream', async () => {
    const node = await startUpstream({ behave: healthy })
    const heads = createFakeHeads({ number: 5000 })
    const { rpc } = await createTestApp({ rpcUrls: { [chain]: [node.url] }, heads })
    const gasPrice = { id: 1, method: 'eth_gasPrice', params: [] }
    const asked = await rpc(gasPrice)
    expect(timing(asked)).toMatch(/^cache;desc=MISS, upstream;dur=\d+\.\d$/)
    expect(asked.headers.get('x-upstream')).toBe(new URL(node.url).host)
    const cachedResponse = await rpc({ ...gasPrice, id: 'other' })
    expect([timing(cachedResponse), cachedResponse.headers.get('x-upstream')]).toEqual([
      'cache;desc=HIT',
      null,
    ])
    expect(await cachedResponse.text()).toBe('{"jsonrpc":"2.0","id":"other","result":"healthy eth_gasPrice"}')
    expect(node.seen).toHaveLength(1)
    expect(timing(await rpc({ id: 1, method: 'eth_chainId' }))).toBeNull()
  })

  test('behavior: does not reveal upstreams in production', async () => {
    const node = await startUpstream({ behave: healthy })
    const env = { NODE_ENV: 'production', GATEWAY_OPEN: '1' }
    const { rpc } = await createTestApp({ rpcUrls: { [chain]: [node.url] }, heads: createFakeHeads(), env })
    const response = await rpc(blockNumber)
    expect([response.status, response.headers.get('x-upstream')]).toEqual([200, null])
  })

  test('behavior: a batch asks upstreams only for what is not cached', async () => {
    const node = await startUpstream({ behave: healthy })
    const heads = createFakeHeads({ number: 5000 })
    const { rpc } = await createTestApp({ rpcUrls: { [chain]: [node.url] }, heads })
    const read = (id: number, account: string) =>
      `{"jsonrpc":"2.0","id":${id},"method":"eth_getBalance","params":["${account}","0x1"]}`
    // The same parameters in another spelling are the same read.
    const first = [read(1, '0xa'), read(2, '0xb')]
    const second = [read(3, '0xb'), read(4, '0xc'), read(5, '0xA'), '{"id":6,"method":"eth_sign"}', '7']
    await (await rpc(`[${first.join(',')}]`)).text()
    await (await rpc(`[${first.join(' , ')}]`)).text()
    const mixed = await rpc(`[${second.join(',')}]`)
    expect(mixed.headers.get('server-timing')).toContain('MISS')
    const answers = (await mixed.json()) as { id: number; result?: unknown; error?: { code: number } }[]
    expect(answers.map(({ id, result, error }) => [id, result ?? error?.code])).toEqual([
      [3, 'healthy eth_getBalance'],
      [4, 'healthy eth_getBalance'],
      [5, 'healthy eth_getBalance'],
      [6, -32601],
      [null, -32600],
    ])
    expect(node.seen.map(({ params }) => (params as string[])[0])).toEqual(['0xa', '0xb', '0xc'])
    const cached = await rpc(`[${read(8, '0xc')},{"id":9,"method":"eth_getBalance","params":["0xb","0x1"]}]`)
    expect(cached.headers.get('server-timing')).toBe('cache;desc=HIT')
    expect(((await cached.json()) as { id: number }[]).map(({ id }) => id)).toEqual([8, 9])
    expect(node.seen).toHaveLength(3)
  })

  test('behavior: metrics by upstream, and of cache hits', async () => {
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
    const { rpc, upstreams } = await createRpcGateway(healthy)
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
  ])('error: %s does not reach an upstream', async (method) => {
    const { rpc, upstreams } = await createRpcGateway(healthy)
    const { status, body } = await answerOf(await rpc({ id: 1, method }))
    expect([status, body.error.code]).toEqual([200, -32601])
    expect(body.error.data.requestId).toMatch(/^[\w-]{36}$/)
    expect(upstreams[0]?.seen).toEqual([])
  })

  test('behavior: errors are logged with the ID that the client got, over HTTP and in batches', async () => {
    const { app, rpc, logged } = await createRpcGateway((_, response) => {
      response.statusCode = 500
      return 'no'
    })
    const refused = await answerOf(await rpc({ id: 1, method: 'admin_peers' }))
    const failed = await answerOf(
      await rpc([
        { id: 1, method: 'eth_chainId' },
        { id: 2, method: 'eth_gasPrice' },
      ]),
    )
    const unknown = await app.request('/v1?chainId=eip155:1&projectId=local', { method: 'POST' })
    const lines = logged.filter(({ msg }) => msg === 'RPC error')
    expect(lines.map(({ requestId, code, status }) => [requestId, code, status])).toEqual([
      [refused.body.error.data.requestId, '-32601', 200],
      [failed.body[1].error.data.requestId, '-32002', 200],
      [unknown.headers.get('x-request-id'), 'chain-not-supported', 400],
    ])
    expect(lines[0]).toMatchObject({ chain, project: 'local', level: 30 })
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
    const { rpc } = await createRpcGateway(healthy)
    const { body } = await answerOf(await rpc({ id: 1, method: 'eth_getLogs', params: [filter] }))
    expect(body.error?.code).toBe(code)
  })
})
