import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createConnection, type StreamEntry } from './createConnection.ts'

const limit = 10_000
const entry = (seq: number, size = 100): StreamEntry => ({
  id: `e-${seq}`,
  event: 'transfer.pending',
  data: { topic: `t${seq}`, hash: 'x'.repeat(size), transfers: [] },
})

describe('createConnection', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'Date'] }))
  afterEach(() => void vi.useRealTimers())

  const open = () => {
    const onEnd = vi.fn()
    const cut = vi.fn()
    const connection = createConnection({ retryMs: 1000, limit, onEnd, cut })
    return { onEnd, cut, connection, reader: connection.body.getReader() }
  }
  const read = async ({ reader }: ReturnType<typeof open>) =>
    new TextDecoder().decode((await reader.read()).value)

  test('behavior: the same event is encoded once for all clients', async () => {
    const clients = [open(), open()]
    const shared = entry(1)
    const stringify = vi.spyOn(JSON, 'stringify')
    for (const { connection } of clients) connection.push(shared)
    vi.advanceTimersByTime(1)
    expect(stringify).toHaveBeenCalledOnce()
    for (const client of clients) {
      expect(await read(client)).toBe('retry: 1000\n\n')
      expect(await read(client)).toContain('id: e-1\nevent: transfer.pending\n')
    }
    stringify.mockRestore()
  })

  test('error: a client that stops reading is dropped after a minute, and cut half a minute later', async () => {
    const client = open()
    client.connection.push(entry(1))
    vi.advanceTimersByTime(1)
    for (let beat = 1; beat <= 3; beat++) {
      vi.advanceTimersByTime(15_000)
      client.connection.beat(`e-${beat}`)
    }
    expect(client.onEnd).not.toHaveBeenCalled()
    vi.advanceTimersByTime(15_000)
    client.connection.beat('e-4')
    expect(client.onEnd).toHaveBeenCalledOnce()
    expect(client.cut).not.toHaveBeenCalled()
    vi.advanceTimersByTime(30_000)
    expect(client.cut).toHaveBeenCalledOnce()
  })

  test('behavior: a client that reads late, but before, keeps its stream', async () => {
    const client = open()
    for (let beat = 1; beat <= 20; beat++) {
      client.connection.push(entry(beat))
      vi.advanceTimersByTime(15_000)
      client.connection.beat(`e-${beat}`)
      // It reads what is there every half a minute.
      if (beat % 2 === 0)
        for (let count = 0; count < (beat === 2 ? 5 : 4); count++) await client.reader.read()
    }
    expect(client.onEnd).not.toHaveBeenCalled()
  })

  test('behavior: what was queued when the stream ended can be read for half a minute', async () => {
    const client = open()
    for (let seq = 1; seq <= 12; seq++) client.connection.push(entry(seq, 1000))
    vi.advanceTimersByTime(300)
    expect(client.onEnd).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(29_000)
    const texts: string[] = []
    for (let chunk = await read(client); chunk !== ''; chunk = await read(client)) texts.push(chunk)
    expect(texts.join('')).toContain('id: e-12\n')
    expect(texts.at(-1)).toContain('"reason":"slow"')
    await expect(client.reader.closed).resolves.toBeUndefined()
  })
})

test('error: 20 clients that never read hold neither memory nor connections', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const connections: ReturnType<typeof createConnection>[] = []
  let ended = 0
  const listener = getRequestListener((_, env) => {
    const cut = () => void (env as HttpBindings).outgoing.destroy()
    const connection = createConnection({ retryMs: 1000, onEnd: () => void ended++, cut })
    connections.push(connection)
    return new Response(connection.body)
  })
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  for (let count = 0; count < 20; count++) {
    const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
    socket.pause().on('error', () => undefined)
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    onTestFinished(() => void socket.destroy())
  }
  await vi.waitFor(() => expect(connections).toHaveLength(20))
  // One event is shared by all, and larger than what the kernel takes together with the queue.
  for (let seq = 1; ended < 20; seq++) {
    const shared = entry(seq, 200_000)
    for (const connection of connections) connection.push(shared)
    await new Promise(setImmediate)
    vi.advanceTimersByTime(250)
    expect(seq).toBeLessThan(200)
  }
  const openCount = () =>
    new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
  expect(await openCount()).toBe(20)
  vi.advanceTimersByTime(30_000)
  await vi.waitFor(async () => expect(await openCount()).toBe(0))
})
