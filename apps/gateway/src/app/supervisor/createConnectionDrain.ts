import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Ends the connections of a server; see `createConnectionDrain`. */
export type ConnectionDrain = {
  /** Makes every connection end with its next response, which says so (`Connection: close`). */
  start(): void
  /** Starts, and resolves once all connections have ended. Those that stay idle for `idleMs` are closed. */
  finish(options: { idleMs: number }): Promise<void>
}

/**
 * Prepares to end the connections of an HTTP server without failing a request: closing an idle connection at once would fail a
 * request that its client is just sending.
 */
export function createConnectionDrain(server: Server): ConnectionDrain {
  const sockets = new Set<Socket>()
  const busy = new Set<Socket>()
  const responses = new Set<ServerResponse>()
  let isDraining = false
  let endsIdle = false
  let onEmpty: (() => void) | undefined

  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      if (sockets.size === 0) onEmpty?.()
    })
  })
  // First, because the other listeners may write the response.
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    busy.add(socket)
    responses.add(response)
    if (isDraining) response.shouldKeepAlive = false
    response.once('close', () => {
      busy.delete(socket)
      responses.delete(response)
      if (endsIdle) socket.destroySoon()
    })
  })

  function start(): void {
    isDraining = true
    for (const response of responses) if (!response.headersSent) response.shouldKeepAlive = false
  }

  return {
    start,
    finish({ idleMs }) {
      start()
      if (sockets.size === 0) return Promise.resolve()
      // Upgraded connections count as idle; their handlers have closed them by then.
      setTimeout(() => {
        endsIdle = true
        for (const socket of sockets) if (!busy.has(socket)) socket.destroy()
      }, idleMs).unref()
      return new Promise((resolve) => {
        onEmpty = resolve
      })
    },
  }
}
