import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Tracks a server's connections and returns a function that closes idle ones at once and the others after their response.
 * Needed for a quick shutdown: `server.close()` waits for connections that have never sent a request.
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
  // The upgrade handler closes upgraded connections.
  server.on('upgrade', ({ socket }: IncomingMessage) => idle.delete(socket))
  return () => {
    ending = true
    for (const socket of idle) socket.destroy()
  }
}
