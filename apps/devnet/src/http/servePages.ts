import { createServer, type IncomingMessage } from 'node:http'
import type { Answer } from './Answer.ts'
import { answerHealth } from './answerHealth.ts'
import { contentSecurityPolicy } from './contentSecurityPolicy.ts'
import { isLocalName } from './isLocalName.ts'
import { json } from './json.ts'
import { listen } from './listen.ts'
import type { PageRequest } from './PageRequest.ts'
import { readBody } from './readBody.ts'

/** Answers requests to a server of pages. */
export type AnswerPage = (request: PageRequest) => Promise<Answer>

export interface PageServer {
  /** URL that browsers and servers on this machine reach. */
  url: string
  close(): Promise<void>
}

const maxBodyBytes = 64 * 1024

/**
 * Starts an HTTP server of pages on this machine. No response allows another origin, foreign host names are refused, and errors are
 * responses, so that no request ends the process.
 *
 * @param parameters.port 0 selects a free port
 * @param parameters.name what the server is, for error messages
 * @param parameters.variable environment variable of the port
 * @param parameters.createAnswer called once with the URL of the server
 * @throws {PortTakenError}
 */
export async function servePages({
  host,
  port,
  name,
  variable,
  referrerPolicy,
  createAnswer,
}: {
  host: string
  port: number
  name: string
  variable: string
  referrerPolicy: 'no-referrer' | 'strict-origin'
  createAnswer: (url: string) => AnswerPage
}): Promise<PageServer> {
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 10_000 })
  const { port: bound, close } = await listen({ server, host, port, name, variable })
  const url = `http://${nameOf(host)}:${bound}`
  const answer = createAnswer(url)
  server.on('request', (request, response) => {
    void respond(request, answer)
      .then(({ status, headers, body }) => {
        response.writeHead(status, {
          'content-security-policy': contentSecurityPolicy(),
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'referrer-policy': referrerPolicy,
          ...headers,
        })
        response.end(body)
      })
      .catch(() => response.destroy())
  })
  return { url, close }
}

async function respond(request: IncomingMessage, answer: AnswerPage): Promise<Answer> {
  const { method = 'GET', url = '/', headers } = request
  if (!isLocalName(headers.host)) return json({ error: 'Ask for localhost.' }, 421)
  const body = await readBody(request, maxBodyBytes)
  if (body === undefined) return json({ error: 'The body is too large.' }, 413)
  // Not resolved as a URL: a path that begins with two slashes would name another host.
  if (!URL.canParse(`http://localhost${url}`)) return json({ error: 'This is no path.' }, 400)
  const { pathname, searchParams, search } = new URL(`http://localhost${url}`)
  const read = {
    ...{ method, headers, body, query: searchParams },
    ip: request.socket.remoteAddress ?? '',
    path: pathname,
    target: `${pathname}${search}`,
  }
  const health = answerHealth(pathname)
  if (health) return health
  return answer(read).catch((error: Error) => json({ error: `Internal error: ${error.message}` }, 500))
}

/** Returns the name of the server in URLs, which browsers and servers on this machine must both reach. */
function nameOf(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
