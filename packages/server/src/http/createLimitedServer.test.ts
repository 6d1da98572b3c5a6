import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { sharedProblems } from '../problems/sharedProblems.ts'
import { createLimitedServer } from './createLimitedServer.ts'

const problems = { ...sharedProblems, internal: { status: 500, title: 'x', help: 'x' } }
const waitOptions = { timeout: 20_000, interval: 20 }

type Options = Partial<Parameters<typeof createLimitedServer>[0]>

/** Starts a server that answers a request once it has the whole body. */
async function start(options: Options = {}): Promise<{ server: Server; port: number; refused: string[] }> {
  const refused: string[] = []
  const server = createLimitedServer({
    listener: (request, response) => request.resume().on('end', () => response.end('done')),
    timeouts: { headersMs: 10_000, requestMs: 20_000 },
    connectionsPerAddress: 200,
    trustedProxies: 0,
    problems,
    onRefused: (kind) => void refused.push(kind),
    ...options,
  })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { server, refused, port: (server.address() as AddressInfo).port }
}

/** A raw connection that sends a text and records what it gets. */
function send(port: number, text: string, localAddress = '127.0.0.1') {
  const socket: Socket = connect({ port, host: '127.0.0.1', localAddress })
  const client = { socket, received: '', isClosed: false }
  if (text !== '') socket.write(text)
  socket.on('data', (chunk) => {
    client.received += chunk
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    client.isClosed = true
  })
  onTestFinished(() => void socket.destroy())
  return client
}

/** The same many times, in portions that the system's queue of new connections holds. */
async function sendMany(count: number, ...parameters: Parameters<typeof send>) {
  const clients: ReturnType<typeof send>[] = []
  while (clients.length < count) {
    const portion = Array.from({ length: Math.min(200, count - clients.length) }, () => send(...parameters))
    await Promise.all(
      portion.map(
        ({ socket }) => new Promise((resolve) => socket.on('connect', resolve).on('close', resolve)),
      ),
    )
    clients.push(...portion)
  }
  return clients
}

/** What each of the connections has: an open one without an answer, or the status it got, or nothing. */
function outcomesOf(clients: readonly ReturnType<typeof send>[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { received, isClosed } of clients) {
    const outcome = /^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? (isClosed ? 'closed' : 'open')
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}

const whole = 'GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'
const body = (headers = '') =>
  `POST / HTTP/1.1\r\nhost: x\r\n${headers}content-length: 1000\r\n\r\n${'x'.repeat(900)}`

/** Expects that a new connection of an address is answered, at once or after a while. */
async function expectAnswer(port: number, localAddress: string): Promise<void> {
  await vi.waitFor(async () => {
    const client = send(port, whole, localAddress)
    await new Promise((resolve) => client.socket.on('close', resolve))
    expect(client.received).toContain('done')
  }, waitOptions)
}

describe('createLimitedServer', () => {
  test.each([
    ['never send anything', ''],
    ['never finish their headers', 'GET / HTTP/1.1\r\nhost: x\r\nx-slow: '],
  ])('error: 2,000 connections of one address that %s; another address is answered', async (_, text) => {
    const { server, port, refused } = await start()
    const clients = await sendMany(2000, port, text)
    await vi.waitFor(() => expect(outcomesOf(clients)).toEqual({ open: 200, closed: 1800 }), waitOptions)
    expect(await new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(200)
    expect(refused).toEqual(Array(1800).fill('connection'))
    await expectAnswer(port, '127.0.0.2')
    // A connection that ends makes room for another one.
    clients.find(({ isClosed }) => !isClosed)?.socket.destroy()
    await expectAnswer(port, '127.0.0.1')
  })

  test('error: 150 bodies of one address that are never finished; 20 are waited for', async () => {
    const { port, refused: counted } = await start()
    const clients = await sendMany(150, port, body())
    await vi.waitFor(() => expect(outcomesOf(clients)).toEqual({ open: 20, 429: 130 }), waitOptions)
    expect(counted).toEqual(Array(130).fill('body'))
    const refused = clients.find(({ received }) => received !== '')
    await vi.waitFor(() => expect(refused?.isClosed).toBe(true), waitOptions)
    expect(refused?.received).toMatch(/content-type: application\/problem\+json/i)
    expect(refused?.received).toContain('"code":"too-many-connections"')
    // Requests without a body are answered, and so is another address.
    await expectAnswer(port, '127.0.0.1')
    const other = send(port, body(), '127.0.0.2')
    other.socket.write('x'.repeat(100))
    await vi.waitFor(() => expect(other.received).toContain('done'), waitOptions)
    // A body that is finished, and a client that leaves, make room for another one each.
    const [first, second] = clients.filter(({ received }) => received === '')
    first?.socket.write('x'.repeat(100))
    second?.socket.destroy()
    await vi.waitFor(() => expect(first?.received).toContain('done'), waitOptions)
    const next = await sendMany(3, port, body())
    await vi.waitFor(() => expect(outcomesOf(next)).toEqual({ open: 2, 429: 1 }), waitOptions)
  })

  test('behavior: requests one after the other are not counted together', async () => {
    const { port } = await start({ connectionsPerAddress: 10 })
    const client = send(port, '')
    for (let count = 1; count <= 30; count++) {
      client.socket.write(`${body()}${'x'.repeat(100)}`)
      await vi.waitFor(() => expect(client.received.match(/done/g)).toHaveLength(count), waitOptions)
    }
  })

  test('behavior: requests whose body is complete are not counted while they wait for their answer', async () => {
    const answers: (() => void)[] = []
    const { port } = await start({
      connectionsPerAddress: 50,
      listener: (request, response) =>
        void request.resume().on('end', () => answers.push(() => response.end('done'))),
    })
    const clients = await sendMany(30, port, `${body()}${'x'.repeat(100)}`)
    await vi.waitFor(() => expect(answers).toHaveLength(30), waitOptions)
    for (const answer of answers) answer()
    await vi.waitFor(() => expect(outcomesOf(clients)).toEqual({ 200: 30 }), waitOptions)
  })

  test('behavior: a body that the server does not read is not counted once it is answered', async () => {
    const { port } = await start({
      connectionsPerAddress: 10,
      listener: (_, response) => response.end('done'),
    })
    const client = send(port, '')
    for (let count = 1; count <= 10; count++) {
      client.socket.write(`${body()}${'x'.repeat(100)}`)
      await vi.waitFor(() => expect(client.received.match(/done/g)).toHaveLength(count), waitOptions)
    }
    expect(client.received).not.toContain('429')
  })

  test('error: bodies of one IPv6 network behind a proxy, whose own connections are not limited', async () => {
    const { port } = await start({ trustedProxies: 1 })
    const from = (address: string) => body(`x-forwarded-for: ${address}\r\n`)
    const clients = Array.from({ length: 60 }, (_, index) => send(port, from(`2001:db8:1:2::${index + 1}`)))
    await vi.waitFor(() => expect(outcomesOf(clients)).toEqual({ open: 20, 429: 40 }), waitOptions)
    const other = send(port, from('2001:db8:1:3::1'))
    other.socket.write('x'.repeat(100))
    await vi.waitFor(() => expect(other.received).toContain('done'), waitOptions)
    const idle = await sendMany(400, port, '')
    await vi.waitFor(() => expect(idle.every(({ socket }) => !socket.connecting)).toBe(true), waitOptions)
    await expectAnswer(port, '127.0.0.1')
    expect(outcomesOf(idle)).toEqual({ open: 400 })
  })

  test('error: unfinished headers and bodies end with their timeouts', async () => {
    const { port } = await start({ timeouts: { headersMs: 300, requestMs: 600 } })
    const clients = [send(port, ''), send(port, 'GET / HTTP/1.1\r\n'), send(port, body())]
    await vi.waitFor(() => expect(outcomesOf(clients)).toEqual({ 408: 3 }), waitOptions)
    await vi.waitFor(() => expect(clients.every(({ isClosed }) => isClosed)).toBe(true), waitOptions)
  })

  test('param: no limit of connections', async () => {
    const { port } = await start({ connectionsPerAddress: undefined })
    const clients = await sendMany(300, port, body())
    await vi.waitFor(() => expect(clients.every(({ socket }) => !socket.connecting)).toBe(true), waitOptions)
    await expectAnswer(port, '127.0.0.1')
    expect(outcomesOf(clients)).toEqual({ open: 300 })
  })

  test('param: trustedProxies: keeps idle connections longer than the proxies, which close them', async () => {
    const direct = await start()
    const behindProxy = await start({ trustedProxies: 1 })
    expect([direct.server.keepAliveTimeout, behindProxy.server.keepAliveTimeout]).toEqual([5000, 75_000])
  })
})
