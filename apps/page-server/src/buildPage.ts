import { extname } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { InlineConfig, Rolldown } from 'vite'
import type { PageFile } from './pageFile.ts'

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

/**
 * Builds a page as for production and keeps it in memory, by path: two servers on one machine do not write into each
 * other's files, and none has a disk to be led astray on.
 */
export async function buildPage({
  config,
  embed,
}: {
  config: InlineConfig
  /** Adds to the page what this machine alone knows. */
  embed: (html: string) => string
}): Promise<Map<string, PageFile>> {
  // Heavy, and not needed by who builds later or never.
  const { build } = await import('vite')
  const built = (await build({
    ...config,
    configFile: false,
    logLevel: 'warn',
    build: { ...config.build, write: false },
  })) as Rolldown.RolldownOutput
  const files = new Map<string, PageFile>()
  for (const file of built.output) {
    const content = file.type === 'chunk' ? file.code : file.source
    if (file.fileName === 'index.html') files.set('/', toPageFile('.html', embed(`${content}`)))
    else files.set(`/${file.fileName}`, toPageFile(extname(file.fileName), content))
  }
  return files
}

function toPageFile(extension: string, content: string | Uint8Array): PageFile {
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
