import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { expect, onTestFinished, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { read } from './startUpstream.ts'

/** A proxy in front of a real node, for HTTP and WebSocket, whose sockets can be dropped, refused or muted. */
export type NodeProxy = {
  url: string
  socketUrl: string
  /** Methods requested over HTTP. */
  httpMethods: string[]
  /** Requests received over WebSocket. */
  socketRequests: { method: string; params: unknown[] }[]
  /** Returns the number of open sockets. */
  openSockets(): number
  dropSockets(): void
  /** Accepts new sockets, or refuses them with HTTP 503. */
  acceptSockets(accept: boolean): void
  /** Withholds the node's messages while sockets stay open. */
  mute(isMuted: boolean): void
  /** Withholds HTTP responses from now on; the returned function sends them and resolves when all are sent. */
  holdResponses(): () => Promise<void>
}

/** Starts a proxy in front of the node at `url`; it is stopped when the test has finished. */
export async function startNodeProxy({ url }: { url: string }): Promise<NodeProxy> {
  const open = new Set<WebSocket>()
  let accepts = true
  let muted = false
  let held: Promise<void> | undefined
  const unsent = new Set<ServerResponse>()
  const httpMethods: string[] = []
  const socketRequests: NodeProxy['socketRequests'] = []
  const server = createServer(async (request, response) => {
    unsent.add(response)
    response.on('close', () => unsent.delete(response))
    const body = await read(request)
    httpMethods.push(...[JSON.parse(body)].flat().map(({ method }) => method as string))
    const headers = { 'content-type': 'application/json' }
    const answer = await (await fetch(url, { method: 'POST', headers, body })).text()
    await held
    response.end(answer)
  })
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!accepts) return socket.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n')
    sockets.handleUpgrade(request, socket, head, (client) => {
      const node = new WebSocket(url.replace(/^http/, 'ws'))
      const queued: string[] = []
      open.add(client)
      client.on('message', (data) => {
        socketRequests.push(JSON.parse(String(data)))
        if (node.readyState === WebSocket.OPEN) node.send(String(data))
        else queued.push(String(data))
      })
      node.on('open', () => {
        for (const message of queued) node.send(message)
      })
      node.on('message', (data) => {
        if (!muted) client.send(String(data))
      })
      node.on('error', () => client.terminate())
      node.on('close', () => client.terminate())
      client.on('close', () => {
        open.delete(client)
        node.terminate()
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const dropSockets = () => {
    for (const socket of open) socket.terminate()
  }
  onTestFinished(() => {
    accepts = false
    dropSockets()
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    socketUrl: `ws://127.0.0.1:${port}`,
    httpMethods,
    socketRequests,
    openSockets: () => open.size,
    dropSockets,
    acceptSockets(accept) {
      accepts = accept
    },
    mute(isMuted) {
      muted = isMuted
    },
    holdResponses() {
      let send: () => void = () => {}
      held = new Promise((resolve) => {
        send = resolve
      })
      return async () => {
        held = undefined
        send()
        await vi.waitFor(() => expect(unsent.size).toBe(0), { timeout: 15_000 })
      }
    },
  }
}
