import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Milliseconds in which a connection without a request may send its first one while the server stops. */
const firstRequestMs = 500

/** How a server lets go of its connections without breaking a request. */
export type TrackedSockets = {
  /**
   * From now on every response asks the client to close the connection. A proxy that reuses one could otherwise send its next
   * request just when the server closes it, and gets no response.
   */
  release(): void
  /** Closes idle connections at once, others after their response, and those without a request after half a second. */
  end(): void
}

/**
 * Tracks a server's connections. Needed for a quick shutdown: `server.close()` waits for connections that have never sent a
 * request.
 */
export function trackSockets(server: Server): TrackedSockets {
  const fresh = new Set<Socket>()
  const idle = new Set<Socket>()
  const open = new Set<ServerResponse>()
  let releasing = false
  let ending = false
  server.on('connection', (socket: Socket) => {
    fresh.add(socket)
    socket.once('close', () => {
      fresh.delete(socket)
      idle.delete(socket)
    })
  })
  // Before the listener that answers: headers are written by then.
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    fresh.delete(socket)
    idle.delete(socket)
    open.add(response)
    if (releasing) response.shouldKeepAlive = false
    response.once('close', () => {
      open.delete(response)
      if (ending) socket.destroySoon()
      else if (!socket.destroyed) idle.add(socket)
    })
  })
  // The upgrade handler closes upgraded connections.
  server.on('upgrade', ({ socket }: IncomingMessage) => {
    fresh.delete(socket)
    idle.delete(socket)
  })
  return {
    release() {
      releasing = true
      for (const response of open) response.shouldKeepAlive = false
    },
    end() {
      ending = true
      for (const socket of idle) socket.destroy()
      // A proxy may just have opened it for a request that is on its way.
      setTimeout(() => {
        for (const socket of fresh) socket.destroy()
      }, firstRequestMs)
    },
  }
}
