import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { listen } from './listen.ts'
import { readBody } from './readBody.ts'

/** A request with its complete body. */
export interface HttpRequest {
  method: string
  url: URL
  body: string
}

export interface HttpAnswer {
  status?: number
  type?: string
  body: string | Uint8Array
}

export interface HttpService {
  server: Server
  port: number
  /** URL at which this machine reaches the server. */
  url: string
  close(): Promise<void>
}

/** Body limit: a transaction has at most 4 MB, twice as much in hex. */
const maxBodyBytes = 9_000_000

// Allows any origin, as anvil does: there is nothing to protect.
const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': '*',
}

/**
 * Starts an HTTP server for a local node. It reads complete bodies, allows any origin, and responds to errors, so that
 * no request ends the process.
 *
 * @param name of the chain, for error messages
 * @param variable environment variable of the port
 * @throws {PortTakenError}
 */
export async function serveHttp({
  host,
  port,
  name,
  variable,
  answer,
}: {
  host: string
  port: number
  name: string
  variable: string
  answer: (request: HttpRequest) => HttpAnswer | Promise<HttpAnswer>
}): Promise<HttpService> {
  const server = createServer((request, response) => {
    respond(request, response, answer).catch(() => response.destroy())
  })
  const { port: bound, close } = await listen({ server, host, port, name, variable })
  return { server, port: bound, url: `http://${reachable(host)}:${bound}`, close }
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: HttpRequest) => HttpAnswer | Promise<HttpAnswer>,
): Promise<void> {
  if (request.method === 'OPTIONS') {
    response.writeHead(204, { ...cors, 'access-control-max-age': '600' }).end()
    return
  }
  const body = await readBody(request, maxBodyBytes)
  if (body === undefined) {
    response.writeHead(413, cors).end('Body too large')
    return
  }
  // Not resolved as a URL: a path that begins with two slashes would name another host.
  const target = `http://localhost${request.url ?? '/'}`
  if (!URL.canParse(target)) {
    response.writeHead(400, cors).end('Not a path')
    return
  }
  let result: HttpAnswer
  try {
    result = await answer({ method: request.method ?? 'GET', url: new URL(target), body })
  } catch (error) {
    result = { status: 500, body: `Internal error: ${(error as Error).message}` }
  }
  const { status = 200, type = 'text/plain', body: content } = result
  response.writeHead(status, { ...cors, 'content-type': type, 'cache-control': 'no-store' }).end(content)
}

/** Returns the host name at which this machine reaches a server bound to `host`. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
