import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PageFile } from './pageFile.ts'

/**
 * Serves a list of files by their exact path. Paths are neither decoded nor resolved, and the disk is not read, so path traversal
 * is impossible.
 */
export function servePage({ files, policy }: { files: ReadonlyMap<string, PageFile>; policy: string }) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    response.setHeader('content-security-policy', policy)
    response.setHeader('x-content-type-options', 'nosniff')
    response.setHeader('referrer-policy', 'no-referrer')
    // Keep the connection to pop-ups: the embedded wallet may open a window.
    response.setHeader('cross-origin-opener-policy', 'same-origin-allow-popups')
    response.setHeader('cross-origin-resource-policy', 'same-origin')
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response
        .writeHead(405, { allow: 'GET, HEAD', 'content-type': 'text/plain' })
        .end('Only GET and HEAD.\n')
      return
    }
    const file = files.get((request.url ?? '/').split('?', 1)[0] as string)
    if (!file) {
      response
        .writeHead(404, { 'content-type': 'text/plain', 'cache-control': 'no-store' })
        .end('Not found.\n')
      return
    }
    const { encoding, body } = chooseEncoding(file, String(request.headers['accept-encoding'] ?? ''))
    if (file.compressed) response.setHeader('vary', 'accept-encoding')
    if (encoding) response.setHeader('content-encoding', encoding)
    response.writeHead(200, {
      'content-type': file.type,
      'content-length': body.length,
      'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
}

function chooseEncoding({ body, compressed }: PageFile, accepted: string) {
  if (compressed && /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted))
    return { encoding: 'br', body: compressed.br }
  if (compressed && /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted))
    return { encoding: 'gzip', body: compressed.gzip }
  return { encoding: undefined, body }
}
