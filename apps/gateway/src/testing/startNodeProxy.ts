import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { onTestFinished } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { read } from './startUpstream.ts'

/** A node in front of a real one, HTTP and sockets, that can be cut off. */
export type NodeProxy = {
  url: string
  socketUrl: string
  /** Methods asked over HTTP. */
  asked: string[]
  /** Requests sent over sockets: method and parameters. */
  toldOverSocket: { method: string; params: unknown[] }[]
  /** How many sockets are open now. */
  openSockets(): number
  dropSockets(): void
  /** Refuses new sockets (HTTP 503), or takes them again. */
  takeSockets(accept: boolean): void
  /** Sockets stay open, but no message of the node comes through. */
  mute(isMuted: boolean): void
}

/** Starts such a node; ended after the test. */
export async function startNodeProxy({ url }: { url: string }): Promise<NodeProxy> {
  const open = new Set<WebSocket>()
  let accepts = true
  let muted = false
  const asked: string[] = []
  const toldOverSocket: NodeProxy['toldOverSocket'] = []
  const server = createServer(async (request, response) => {
    const body = await read(request)
    asked.push(...[JSON.parse(body)].flat().map(({ method }) => method as string))
    const headers = { 'content-type': 'application/json' }
    response.end(await (await fetch(url, { method: 'POST', headers, body })).text())
  })
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!accepts) return socket.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n')
    sockets.handleUpgrade(request, socket, head, (client) => {
      const node = new WebSocket(url.replace(/^http/, 'ws'))
      const early: string[] = []
      open.add(client)
      client.on('message', (data) => {
        toldOverSocket.push(JSON.parse(String(data)))
        if (node.readyState === WebSocket.OPEN) node.send(String(data))
        else early.push(String(data))
      })
      node.on('open', () => {
        for (const message of early) node.send(message)
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
    asked,
    toldOverSocket,
    openSockets: () => open.size,
    dropSockets,
    takeSockets(accept) {
      accepts = accept
    },
    mute(isMuted) {
      muted = isMuted
    },
  }
}
