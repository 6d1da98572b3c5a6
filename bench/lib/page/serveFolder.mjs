import { globSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
}

/** Serves a built page, compressed in advance with brotli. `sizes` are the bytes of the bodies by path. */
export async function serveFolder(folder) {
  const bodies = new Map()
  for (const file of globSync('**/*', { cwd: folder })) {
    if (!statSync(join(folder, file)).isFile()) continue
    const content = readFileSync(join(folder, file))
    const isFont = file.endsWith('.woff2')
    bodies.set(`/${file}`, { body: isFont ? content : brotliCompressSync(content), isFont })
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://page')
    const path = pathname === '/' ? '/index.html' : pathname
    const found = bodies.get(path)
    if (!found) return response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': types[extname(path)] ?? 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
      ...(!found.isFont && { 'content-encoding': 'br' }),
    })
    response.end(found.body)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    sizes: new Map([...bodies].map(([path, { body }]) => [path, body.length])),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
