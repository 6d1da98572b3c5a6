import { keccak256 } from 'viem/utils'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { answerOf } from '../../testing/answerOf.ts'
import { createRpcGateway } from '../../testing/createRpcGateway.ts'
import { createTestApp } from '../../testing/createTestApp.ts'
import { type Behaviour, deadUrl, startUpstream } from '../../testing/startUpstream.ts'

const chain = 'eip155:31337'
const blockNumber = { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }
const healthy: Behaviour = ({ method }) => ({ result: `healthy ${method}` })

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
  ])('behavior: falls back to the next upstream after %s', async (_, bad) => {
    const { rpc, upstreams } = await createRpcGateway(bad, healthy)
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
    const { rpc, upstreams } = await createRpcGateway(rpcError(code, message), rpcError(code, message))
    const { status, body } = await answerOf(await rpc({ ...blockNumber, method: 'eth_call' }))
    expect([status, body.error.code, body.error.message]).toEqual([200, code, message])
    expect(upstreams.flatMap(({ seen }) => seen)).toHaveLength(1)
  })

  test('behavior: passes on an error that all upstreams return', async () => {
    const { rpc } = await createRpcGateway(rpcError(-32603, 'first'), rpcError(-32603, 'second'))
    const { status, body } = await answerOf(await rpc(blockNumber))
    expect([status, body.error]).toEqual([200, { code: -32603, message: 'second' }])
  })

  test('behavior: does not wait for an upstream that hangs, and abandons the only one after 2.5 s', async () => {
    const { rpc } = await createRpcGateway(() => undefined, healthy)
    expect((await answerOf(await rpc(blockNumber))).body.result).toBe('healthy eth_blockNumber')
    let calls = 0
    const alone = await createRpcGateway((request, response) =>
      calls++ === 0 ? undefined : healthy(request, response),
    )
    expect((await answerOf(await alone.rpc(blockNumber))).body.result).toBe('healthy eth_blockNumber')
    expect(alone.upstreams[0]?.seen).toHaveLength(2)
  })

  test('behavior: respects Retry-After of an upstream', async () => {
    // Between two requests, a busy machine may take longer than a second.
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const throttled: Behaviour = (_, response) => {
      response.writeHead(429, { 'retry-after': '1' }).end()
      return undefined
    }
    const { rpc, upstreams } = await createRpcGateway(throttled)
    expect((await rpc(blockNumber)).headers.get('retry-after')).toBe('1')
    vi.setSystemTime(Date.now() + 999)
    expect((await rpc(blockNumber)).status).toBe(503)
    expect(upstreams[0]?.seen).toHaveLength(1)
    vi.setSystemTime(Date.now() + 1)
    expect((await rpc(blockNumber)).status).toBe(503)
    expect(upstreams[0]?.seen).toHaveLength(2)
  })

  test('behavior: retries after a short failure of the only upstream', async () => {
    let calls = 0
    const { rpc } = await createRpcGateway((request, response) =>
      calls++ === 0 ? status(503)(request, response) : healthy(request, response),
    )
    expect((await answerOf(await rpc(blockNumber))).body.result).toBe('healthy eth_blockNumber')
  })

  test('behavior: excludes an upstream on another chain, and logs it', async () => {
    const wrong = await startUpstream({ chainId: '0x1', behave: () => ({ result: 'of another chain' }) })
    const right = await startUpstream({ behave: healthy })
    const { rpc, logged } = await createTestApp({ rpcUrls: { [chain]: [wrong.url, right.url] } })
    for (let count = 0; count < 3; count++)
      expect((await answerOf(await rpc(blockNumber))).body.result).toBe('healthy eth_blockNumber')
    expect(wrong.seen).toEqual([])
    const lines = logged.filter(({ msg }) => msg === 'upstream serves another chain and is left out')
    expect(lines).toMatchObject([{ chain, upstream: new URL(wrong.url).host, answered: '0x1' }])
  })

  test('behavior: credentials in a URL are sent in a header and never logged', async () => {
    const node = await startUpstream({ behave: status(500) })
    const url = node.url.replace('://', '://user:s3cret@').concat('/v3/k3y')
    const { rpc, logged } = await createTestApp({ rpcUrls: { [chain]: [url] } })
    expect((await rpc(blockNumber)).status).toBe(503)
    expect(node.headers[0]?.authorization).toBe(`Basic ${Buffer.from('user:s3cret').toString('base64')}`)
    expect(logged.length).toBeGreaterThan(0)
    expect(JSON.stringify(logged)).not.toMatch(/s3cret|k3y/)
  })

  test('error: 503 with the request ID, the number of upstreams tried, and the retry delay', async () => {
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

  test('error: in a batch, only failed requests return an error', async () => {
    const { rpc } = await createRpcGateway(({ method }, response) => {
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

  test('behavior: "already known" counts as sent', async () => {
    const { rpc } = await createRpcGateway(() => ({ error: { code: -32000, message: 'already known' } }))
    expect((await answerOf(await rpc(send))).body).toEqual({ jsonrpc: '2.0', id: 9, result: keccak256(raw) })
  })

  test('behavior: "nonce too low" is success only if the chain has the transaction', async () => {
    let mined = true
    const { rpc } = await createRpcGateway(({ method }) =>
      method === 'eth_getTransactionByHash'
        ? { result: mined ? { hash: keccak256(raw) } : null }
        : { error: { code: -32000, message: 'nonce too low' } },
    )
    expect((await answerOf(await rpc(send))).body.result).toBe(keccak256(raw))
    mined = false
    expect((await answerOf(await rpc(send))).body.error.message).toBe('nonce too low')
  })
})
