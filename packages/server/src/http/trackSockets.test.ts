import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { trackSockets } from './trackSockets.ts'

const request = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'

async function startServer() {
  const waiting: ServerResponse[] = []
  const server = createServer((_, response) => void waiting.push(response))
  const sockets = trackSockets(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  /** Opens a connection and collects what it receives. */
  async function open() {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.setEncoding('utf8')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    await Promise.all([once(server, 'connection'), once(socket, 'connect')])
    const closed = once(socket, 'close')
    return { socket, closed, text: () => text }
  }
  async function ask(socket: { write(text: string): unknown }): Promise<ServerResponse> {
    socket.write(request)
    await once(server, 'request')
    return waiting.at(-1) as ServerResponse
  }
  return { server, sockets, open, ask }
}

describe('trackSockets', () => {
  test('behavior: open and later responses ask the client to close the connection once it is released', async () => {
    const { sockets, open, ask } = await startServer()
    const [early, late] = [await open(), await open()]
    const response = await ask(early.socket)
    sockets.release()
    response.end('early')
    ;(await ask(late.socket)).end('late')
    await Promise.all([early.closed, late.closed])
    expect(early.text()).toMatch(/^connection: close\r$/im)
    expect(late.text()).toMatch(/^connection: close\r$/im)
  })

  test('behavior: at the end idle connections close, and one that was just opened still gets its answer', async () => {
    const { server, sockets, open, ask } = await startServer()
    const [idle, busy, fresh, silent] = [await open(), await open(), await open(), await open()]
    ;(await ask(idle.socket)).end('idle')
    await once(idle.socket, 'data')
    const response = await ask(busy.socket)
    sockets.release()
    const stopped = once(server, 'close')
    server.close()
    sockets.end()
    await idle.closed
    ;(await ask(fresh.socket)).end('fresh')
    response.end('busy')
    await Promise.all([busy.closed, fresh.closed, silent.closed, stopped])
    expect(busy.text()).toContain('busy')
    expect(fresh.text()).toContain('fresh')
    expect(silent.text()).toBe('')
  })
})
