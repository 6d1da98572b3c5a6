import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Watches a server's connections, so that it can end quickly: Node waits for those that have never sent a request.
 *
 * @returns a function that ends the connections without a request now, and the others after their answer.
 */
export function trackSockets(server: Server): () => void {
  const idle = new Set<Socket>()
  let ending = false
  server.on('connection', (socket: Socket) => {
    idle.add(socket)
    socket.once('close', () => idle.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket)
    response.once('close', () => {
      if (ending) socket.destroySoon()
      else if (!socket.destroyed) idle.add(socket)
    })
  })
  // Those are ended by whoever speaks with them.
  server.on('upgrade', ({ socket }: IncomingMessage) => idle.delete(socket))
  return () => {
    ending = true
    for (const socket of idle) socket.destroy()
  }
}
