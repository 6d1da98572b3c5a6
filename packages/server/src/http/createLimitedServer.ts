import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { Problem } from '../problems/Problem.ts'
import type { ProblemTable } from '../problems/ProblemTable.ts'
import { problemResponse } from '../problems/problemResponse.ts'
import { clientIp } from './clientIp.ts'
import { createConcurrencyLimit } from './createConcurrencyLimit.ts'
import { requestId } from './requestId.ts'

/** How long a client may take, in milliseconds. */
export type ServerTimeouts = {
  /** For the headers of a request, from the opening of the connection or the end of the previous request. */
  headersMs: number
  /** For a whole request, body included. */
  requestMs: number
}

/**
 * Milliseconds after which an idle connection of a proxy is closed. Longer than proxies reuse one, by default at most a minute: the
 * side that opened a connection must be the one that closes it, or a request on its way gets no response.
 */
const proxyKeepAliveMs = 75_000

/** Milliseconds between two searches for connections that exceed a timeout. */
const checkMs = 2000

/**
 * Creates an HTTP server that one network address cannot exhaust with connections or bodies that it never finishes: an address
 * may have `connectionsPerAddress` connections, beyond which new ones are closed at once, and a tenth as many requests with an
 * unfinished body, beyond which they get the problem `too-many-connections`.
 *
 * Behind proxies all connections are the proxies' own, which limit those of their clients, so only bodies are counted, by the
 * address that the proxies report.
 *
 * @param connectionsPerAddress for one IPv4 address or one IPv6 /64 network; undefined = no limits.
 * @param problems the server's table of problems.
 * @param onRefused called for each refused connection and body, for metrics.
 * @example
 * const server = createLimitedServer({ listener, timeouts, connectionsPerAddress: 500, trustedProxies: 0, problems, onRefused })
 * server.listen(port, host)
 */
export function createLimitedServer({
  listener,
  timeouts,
  connectionsPerAddress,
  trustedProxies,
  problems,
  onRefused,
}: {
  listener: RequestListener
  timeouts: ServerTimeouts
  connectionsPerAddress: number | undefined
  trustedProxies: number
  problems: ProblemTable
  onRefused: (kind: 'connection' | 'body') => void
}): Server {
  const options = {
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    connectionsCheckingInterval: Math.min(checkMs, timeouts.headersMs),
    ...(trustedProxies > 0 ? { keepAliveTimeout: proxyKeepAliveMs } : {}),
  }
  if (connectionsPerAddress === undefined) return createServer(options, listener)
  const max = Math.ceil(connectionsPerAddress / 10)
  const server = createServer(options, limitBodies(listener, { max, trustedProxies, problems, onRefused }))
  if (trustedProxies === 0) limitConnections(server, { max: connectionsPerAddress, onRefused })
  return server
}

function limitConnections(
  server: Server,
  { max, onRefused }: { max: number; onRefused: (kind: 'connection') => void },
): void {
  const limit = createConcurrencyLimit({ max })
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    const leave = limit.enter(clientIp({ remoteAddress, forwardedFor: undefined, trustedProxies: 0 }))
    if (leave) return void socket.once('close', leave)
    onRefused('connection')
    socket.destroy()
  })
}

function limitBodies(
  listener: RequestListener,
  {
    max,
    trustedProxies,
    problems,
    onRefused,
  }: {
    max: number
    trustedProxies: number
    problems: ProblemTable
    onRefused: (kind: 'body') => void
  },
): RequestListener {
  const limit = createConcurrencyLimit({ max })

  function limitBody(request: IncomingMessage, response: ServerResponse): void {
    const leave = limit.enter(
      clientIp({
        remoteAddress: request.socket.remoteAddress,
        forwardedFor: [request.headers['x-forwarded-for']].flat().join(','),
        trustedProxies,
      }),
    )
    if (leave) {
      // Node emits it when the body has been read or discarded, and when the client leaves.
      request.once('close', leave)
      listener(request, response)
      return
    }
    onRefused('body')
    const problem = new Problem('too-many-connections', {
      detail: `One address may have ${max} requests with an unfinished body.`,
    })
    const id = requestId([request.headers['x-request-id']].flat()[0])
    const { status, headers, body } = problemResponse({ problem, problems, requestId: id })
    // Close the connection: the rest of the body would be parsed as the next request.
    response.writeHead(status, { ...headers, connection: 'close' }).end(JSON.stringify(body))
  }

  return (request, response) => {
    if (!hasBody(request)) return listener(request, response)
    // A short body arrives together with the headers and is complete a moment later: nothing is left to wait for or to count.
    process.nextTick(() => (request.complete ? listener(request, response) : limitBody(request, response)))
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
