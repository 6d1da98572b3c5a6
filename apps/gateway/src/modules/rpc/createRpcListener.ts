import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { clientIp } from '@portico/server'
import { Problem } from '../../infra/http/Problem.ts'
import type { RpcHandler } from './createRpcHandler.ts'

/**
 * Creates a Node request listener that handles `POST /v1` directly and passes everything else to `other`. Creating a
 * `Request` and a `Response` object per call would take half the time of a cache hit.
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
    const header = (name: string) => {
      const value = request.headers[name]
      return Array.isArray(value) ? value[0] : value
    }
    const { status, headers, body } = await handleRpc({
      query,
      header,
      ip: () =>
        clientIp({
          remoteAddress: request.socket.remoteAddress,
          forwardedFor: header('x-forwarded-for'),
          trustedProxies,
        }),
      body: (limit) => readText(request, limit),
    })
    if (response.destroyed) return
    // Close the connection if the body was not read: its rest would be parsed as the next request.
    if (!request.complete) headers.connection = 'close'
    if (body === null) {
      response.writeHead(status, headers).end()
      return
    }
    const size = Buffer.byteLength(body)
    headers['content-length'] = String(size)
    // With one byte per character, Node sends head and body as one string without converting it.
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

/** Reads the whole body, at once if it is already here; undefined if it is longer than `limit` bytes. */
function readText(request: IncomingMessage, limit: number): string | undefined | Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return undefined
  if (request.complete) {
    const body: Buffer | null = request.read()
    if (body === null) return ''
    return body.length > limit ? undefined : body.toString('utf8')
  }
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
    // The client does not get this response, but the log must not report a failure of the gateway.
    const refuse = () => reject(new Problem('invalid-request', { detail: 'The body is incomplete.' }))
    request.on('error', refuse)
    request.on('close', () => {
      if (!request.complete) refuse()
    })
  })
}
