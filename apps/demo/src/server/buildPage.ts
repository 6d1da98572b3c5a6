import { extname } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import type { ServerAddresses } from '../kit/serverAddresses.ts'
import { embedAddresses } from './embedAddresses.ts'
import { pageConfig } from './pageConfig.ts'
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
 * Builds the page as for production and keeps it in memory, by path: two demos on one machine do not write into each
 * other's files, and the server has no disk to be led astray on.
 */
export async function buildPage(addresses: ServerAddresses): Promise<Map<string, PageFile>> {
  const built = (await build({
    ...pageConfig,
    configFile: false,
    logLevel: 'warn',
    build: { ...pageConfig.build, write: false },
  })) as Rolldown.RolldownOutput
  const files = new Map<string, PageFile>()
  for (const file of built.output) {
    const content = file.type === 'chunk' ? file.code : file.source
    if (file.fileName === 'index.html')
      files.set('/', toPageFile('.html', embedAddresses(`${content}`, addresses)))
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
