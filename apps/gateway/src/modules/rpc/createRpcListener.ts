import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { clientIp } from '@portico/server'
import { HttpProblem } from '../../http/HttpProblem.ts'
import type { RpcHandler } from './createRpcHandler.ts'

/**
 * Answers `POST /v1` of a Node server by itself and leaves everything else to `other`: a `Request` and a `Response` object
 * per call would be half of the work of a call that is answered from the cache.
 */
export function createRpcListener({
  handleRpc,
  trustedProxies,
  other,
}: {
  handleRpc: RpcHandler
  trustedProxies: number
  other: RequestListener
}): RequestListener {
  async function answer(request: IncomingMessage, response: ServerResponse, query: string): Promise<void> {
    const one = (name: string) => {
      const value = request.headers[name]
      return Array.isArray(value) ? value[0] : value
    }
    const { status, headers, body } = await handleRpc({
      query,
      header: one,
      ip: () =>
        clientIp({
          remoteAddress: request.socket.remoteAddress,
          forwardedFor: one('x-forwarded-for'),
          trustedProxies,
        }),
      body: (limit) => readText(request, limit),
    })
    if (response.destroyed) return
    // What is left of a body nobody reads would stand in the way of the next request.
    if (!request.complete) headers.connection = 'close'
    if (body === null) {
      response.writeHead(status, headers).end()
      return
    }
    const size = Buffer.byteLength(body)
    headers['content-length'] = String(size)
    // One byte per character lets Node send head and body as one text without converting it.
    response.writeHead(status, headers).end(body, size === body.length ? 'latin1' : 'utf8')
  }

  return (request, response) => {
    const { method, url = '' } = request
    const mark = url.indexOf('?')
    const path = mark === -1 ? url : url.slice(0, mark)
    if (method !== 'POST' || (path !== '/v1' && path !== '/v1/')) return other(request, response)
    answer(request, response, mark === -1 ? '' : url.slice(mark + 1)).catch(() => response.destroy())
  }
}

/** The whole body, or undefined if it is longer than `limit`. */
function readText(request: IncomingMessage, limit: number): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.resolve(undefined)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) {
        chunks.push(chunk)
        return
      }
      request.pause()
      request.removeAllListeners('data')
      resolve(undefined)
    })
    request.on('end', () =>
      resolve(
        chunks.length === 1 ? (chunks[0] as Buffer).toString('utf8') : Buffer.concat(chunks).toString('utf8'),
      ),
    )
    // Nobody hears it, but it is no failure of ours.
    const refuse = () => reject(new HttpProblem('invalid-request', { detail: 'The body did not arrive.' }))
    request.on('error', refuse)
    request.on('close', () => {
      if (!request.complete) refuse()
    })
  })
}
