import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createFakeHeads } from '../../testing/createFakeHeads.ts'
import { createTestApp } from '../../testing/createTestApp.ts'
import { startUpstream } from '../../testing/startUpstream.ts'
import { createRpcHandler } from './createRpcHandler.ts'
import { createRpcListener } from './createRpcListener.ts'

const waitOptions = { timeout: 20_000, interval: 20 }
const path = '/v1?chainId=eip155:31337&projectId=local'
const call = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}'

/** Starts the listener on its own port, in front of the framework as in `runServer`. */
async function start(env: Record<string, string> = {}) {
  const node = await startUpstream({ behave: ({ method }) => ({ result: method }) })
  const gateway = await createTestApp({
    rpcUrls: { 'eip155:31337': [node.url] },
    heads: createFakeHeads({ number: 5 }),
    env,
  })
  const handleRpc = createRpcHandler({
    ...gateway.services,
    rpc: gateway.services.modules.rpc.service,
    rpcLog: gateway.services.modules.rpc.rpcLog,
    production: true,
  })
  const others: string[] = []
  const server = createServer(
    createRpcListener({
      handleRpc,
      trustedProxies: 0,
      other: (request, response) => {
        others.push(`${request.method} ${request.url}`)
        response.end('other')
      },
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo

  /** Opens a connection that writes text and collects the response until it is closed. */
  function open() {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8')
    })
    socket.on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    return { socket, closed, text: () => text, write: (part: string) => socket.write(part) }
  }
  return { ...gateway, node, others, open }
}

const post = (headers: string[], body: string, target = path) =>
  [`POST ${target} HTTP/1.1`, 'host: gateway.test', ...headers, '', body].join('\r\n')
const sized = (body: string, headers: string[] = []) =>
  post([`content-length: ${Buffer.byteLength(body)}`, ...headers], body)
const statuses = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))

describe('createRpcListener', () => {
  test('behavior: answers pipelined requests in order, and the first rejected one closes the connection', async () => {
    const { open, others } = await start()
    const { write, text } = open()
    const wrong = sized(call).replace('projectId=local', 'projectId=nobody')
    write(sized(call) + wrong + sized(call.replace('"id":1', '"id":2')))
    await vi.waitFor(() => expect(statuses(text()).length).toBeGreaterThan(1), waitOptions)
    expect(statuses(text())).toEqual([200, 401])
    expect(text()).toContain('"id":1,"result":"0x7a69"')
    expect(others).toEqual([])
  })

  test('behavior: an unread body is never parsed as the next request', async () => {
    const { open, node } = await start()
    const inner = sized('{"id":66,"method":"eth_getTransactionCount","params":[]}')
    const { write, text, closed } = open()
    // Rejected before its body is read; a request inside the body must not be answered.
    write(
      post([`content-length: ${inner.length + 100_000}`], inner, '/v1?chainId=eip155:31337&projectId=nobody'),
    )
    await closed
    expect(statuses(text())).toEqual([401])
    expect(text()).toMatch(/^connection: close/im)
    expect(node.seen).toEqual([])
  })

  test('error: the server rejects two lengths, both framings and an invalid length', async () => {
    const { open, node, others } = await start()
    const smuggled = sized('{"id":66,"method":"eth_getTransactionCount","params":[]}')
    for (const headers of [
      ['content-length: 2', 'content-length: 200'],
      ['content-length: 4', 'transfer-encoding: chunked'],
      ['content-length: -1'],
      ['content-length: 1e3'],
      ['transfer-encoding: xchunked'],
      ['transfer-encoding: chunked, identity'],
    ]) {
      const { write, text, closed } = open()
      write(post(headers, `0\r\n\r\n${smuggled}`))
      await closed
      expect([headers, statuses(text())]).toEqual([headers, [400]])
    }
    expect([node.seen, others]).toEqual([[], []])
  })

  test('behavior: reads chunks that split a character; a body without a length is empty', async () => {
    const { open } = await start()
    const { write, text, socket } = open()
    write(post(['transfer-encoding: chunked'], ''))
    const body = Buffer.from('{"jsonrpc":"2.0","id":"é€","method":"eth_chainId"}')
    for (const byte of body) {
      socket.write('1\r\n')
      socket.write(Buffer.from([byte]))
      socket.write('\r\n')
    }
    write('0\r\n\r\n')
    await vi.waitFor(() => expect(text()).toContain('"id":"é€","result":"0x7a69"'), waitOptions)
    const empty = open()
    empty.write(post(['connection: close'], ''))
    await empty.closed
    expect(empty.text()).toContain('-32700')
  })

  test('behavior: a client that disconnects while sending causes no server error', async () => {
    const { open, logged, services } = await start()
    const { write, socket, closed } = open()
    write(post(['content-length: 1000'], '{"jsonrpc"'))
    await new Promise((resolve) => setImmediate(resolve))
    socket.destroy()
    await closed
    const chunked = open()
    chunked.write(post(['transfer-encoding: chunked'], '5\r\nab'))
    chunked.socket.end()
    await chunked.closed
    // After another call, both aborted requests have been handled.
    const last = open()
    last.write(sized(call, ['connection: close']))
    await last.closed
    await vi.waitFor(async () => {
      const { text } = await services.metrics.render()
      expect(text).toMatch(/gateway_request_seconds_count\{method="POST",route="\/v1",status="200"\} 1/)
    }, waitOptions)
    expect(logged.filter(({ level }) => (level as number) > 30)).toEqual([])
    expect((await services.metrics.render()).text).not.toMatch(/status="500"/)
  })

  test('behavior: responds the same through the framework', async () => {
    const { app, logged } = await start()
    for (const target of [path, '/v1/tx/simulate?projectId=local', '/auth/v1/authenticate?projectId=local']) {
      const body = new ReadableStream({ start: (controller) => controller.error(new Error('aborted')) })
      const response = await app.request(target, { method: 'POST', body, duplex: 'half' } as RequestInit)
      expect([target, response.status]).toEqual([target, 400])
    }
    expect(logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
  })

  test('behavior: passes other methods and paths to the framework', async () => {
    const { open, others } = await start()
    for (const line of [
      'GET /v1?chainId=eip155:31337',
      'HEAD /v1',
      'OPTIONS /v1',
      'POST /v1/x',
      'POST //v1',
      'POST /V1',
      'POST /v1%3FchainId=eip155:31337',
      'POST http://gateway.test/v1?chainId=eip155:31337',
    ]) {
      const { write, closed } = open()
      write(`${line} HTTP/1.1\r\nhost: gateway.test\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
      await closed
    }
    expect(others).toHaveLength(8)
  })

  test('behavior: sets CORS and Vary headers for allowed and rejected origins', async () => {
    const { open } = await start({
      PROJECTS: JSON.stringify({ local: { name: 'Local', allowedOrigins: ['https://app.example'] } }),
    })
    for (const [origin, status] of [
      ['https://app.example', 200],
      ['https://evil.example', 403],
      ['null', 403],
      ['https://app.example.evil.example', 403],
      ['HTTPS://APP.EXAMPLE', 403],
    ] as const) {
      const { write, text, closed } = open()
      write(sized(call, [`origin: ${origin}`, 'content-type: text/plain', 'connection: close']))
      await closed
      expect([origin, statuses(text())[0] === 200]).toEqual([origin, status === 200])
      expect(text()).toMatch(/^vary: Origin/im)
      expect(text()).toContain(`access-control-allow-origin: ${origin}`)
      expect(text()).not.toMatch(/access-control-allow-credentials/i)
      expect(text()).not.toMatch(/x-upstream/i)
    }
  })
})
