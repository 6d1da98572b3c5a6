import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** A file as the server sends it, compressed once at build time. */
export interface PageFile {
  type: string
  body: Buffer
  /** Absent where compression saves nothing, as in fonts. */
  compressed?: { br: Buffer; gzip: Buffer } | undefined
  /** The file name contains a hash of the content. */
  immutable: boolean
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Creates a file from its extension (`.js`) and its content. */
export function toPageFile(extension: string, content: string | Uint8Array): PageFile {
  const type = types[extension] ?? 'application/octet-stream'
  const body = Buffer.from(content as Uint8Array)
  const immutable = extension !== '.html'
  if (!/^text|json|svg/.test(type)) return { type, body, immutable }
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 }
  return {
    type,
    body,
    immutable,
    compressed: { br: brotliCompressSync(body, { params }), gzip: gzipSync(body) },
  }
}
