import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Log, problemResponse, requestId as readRequestId, toProblem } from '@portico/server'
import { Problem } from './Problem.ts'
import { problems } from './problems.ts'

/** A WebSocket upgrade request that has not been answered yet. */
export type Upgrade = {
  request: IncomingMessage
  socket: Duplex
  head: Buffer
  /** URL of the request; its host is a placeholder. */
  url: URL
  requestId: string
}

/**
 * Takes over the connection, for example with `handleUpgrade` of `ws`. If it throws, the error is sent as an HTTP
 * response and the connection is closed.
 *
 * @throws {Problem} to refuse the upgrade.
 */
export type UpgradeHandler = (upgrade: Upgrade) => void | Promise<void>

/** Passes every upgrade request of a server to the handler of its path; paths without a handler get 404. */
export function dispatchUpgrades({
  server,
  modules,
  log,
}: {
  server: Server
  modules: Iterable<{ readonly upgrades: Readonly<Record<string, UpgradeHandler>> }>
  log: Log
}): void {
  const handlers = new Map([...modules].flatMap(({ upgrades }) => Object.entries(upgrades)))
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Ignore a connection reset before the handler takes over: an unhandled `error` event would end the process.
    const ignore = () => undefined
    socket.on('error', ignore)
    const requestId = readRequestId([request.headers['x-request-id']].flat()[0])
    const answer = async () => {
      const url = readUrl(request.url)
      const handler = url && handlers.get(url.pathname)
      if (!handler) throw new Problem('not-found')
      await handler({ request, socket, head, url, requestId })
      socket.off('error', ignore)
    }
    answer().catch((error: unknown) => {
      const problem = toProblem(error)
      const { status, headers, body } = problemResponse({ problem, problems, requestId })
      if (problem.code === 'internal') log.error({ requestId, error }, 'upgrade failed')
      const text = JSON.stringify(body)
      refuse(socket, { status, headers: { ...headers, 'x-request-id': requestId }, text })
    })
  })
}

function readUrl(target: string | undefined): URL | undefined {
  const href = `http://gateway.invalid${target?.startsWith('/') ? target : '/'}`
  return URL.canParse(href) ? new URL(href) : undefined
}

/** Writes an HTTP response by hand: Node leaves the socket of an upgrade to its handler. */
function refuse(
  socket: Duplex,
  { status, headers, text }: { status: number; headers: Record<string, string>; text: string },
): void {
  const all = { connection: 'close', 'content-length': String(Buffer.byteLength(text)), ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} Refused\r\n${lines.join('')}\r\n${text}`)
}
