import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Log, problemBody, RequestProblem, requestId as readRequestId } from '@portico/server'
import { HttpProblem } from './HttpProblem.ts'

/** A request to speak WebSocket, not answered yet. */
export type Upgrade = {
  request: IncomingMessage
  socket: Duplex
  head: Buffer
  /** Of the request; the host is not the real one. */
  url: URL
  requestId: string
}

/**
 * Takes the connection over (`ws`: `handleUpgrade`). What it throws is answered over HTTP, and the connection closed.
 *
 * @throws {HttpProblem} to refuse it.
 */
export type UpgradeHandler = (upgrade: Upgrade) => void | Promise<void>

/** Gives every upgrade of a server to the handler of its path; a path without one is refused with 404. */
export function dispatchUpgrades({
  server,
  handlers,
  log,
}: {
  server: Server
  /** By path, such as `/v1`. */
  handlers: ReadonlyMap<string, UpgradeHandler>
  log: Log
}): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A connection that is reset while it is being looked at is nobody's failure.
    const ignore = () => undefined
    socket.on('error', ignore)
    const requestId = readRequestId([request.headers['x-request-id']].flat()[0])
    const answer = async () => {
      const url = readUrl(request.url)
      const handler = url && handlers.get(url.pathname)
      if (!handler) throw new HttpProblem('not-found')
      await handler({ request, socket, head, url, requestId })
      socket.off('error', ignore)
    }
    answer().catch((error: unknown) => {
      const problem = error instanceof RequestProblem ? error : new HttpProblem('internal', { cause: error })
      if (problem.status >= 500) log.error({ requestId, error }, 'upgrade failed')
      refuse(socket, problem, requestId)
    })
  })
}

function readUrl(target: string | undefined): URL | undefined {
  const href = `http://gateway.invalid${target?.startsWith('/') ? target : '/'}`
  return URL.canParse(href) ? new URL(href) : undefined
}

function refuse(socket: Duplex, problem: HttpProblem, requestId: string): void {
  const body = JSON.stringify(problemBody({ problem, requestId }))
  const headers = {
    connection: 'close',
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    ...problem.headers,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${problem.status} Refused\r\n${lines.join('')}\r\n${body}`)
}
