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

/** Creates a file from its extension (`.js`) and its content, and compresses it. */
export function toPageFile(extension: string, content: string | Uint8Array): PageFile {
  const body = Buffer.from(content as Uint8Array)
  const file = describeFile(extension, body)
  if (!/^text|json|svg/.test(file.type)) return file
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 }
  return { ...file, compressed: { br: brotliCompressSync(body, { params }), gzip: gzipSync(body) } }
}

/** Returns a file with what its extension (`.js`) says of it. */
export function describeFile(extension: string, body: Buffer): PageFile {
  return {
    type: types[extension] ?? 'application/octet-stream',
    body,
    immutable: extension !== '.html',
  }
}
