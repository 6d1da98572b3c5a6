import { readFile } from 'node:fs/promises'
import type { RequestListener, Server } from 'node:http'
import { join } from 'node:path'
import { createServer } from 'vite'
import { pageConfig } from './pageConfig.ts'

/**
 * Serves the page through Vite's dev server with hot reloading, for work on the modal. It has no security policy,
 * because Vite's client adds inline styles: test changes without `DEMO_DEV` as well.
 */
export async function createDevPage({
  server,
  embed,
}: {
  server: Server
  /** Embeds the server addresses in the page. */
  embed: (html: string) => string
}): Promise<RequestListener> {
  const vite = await createServer({
    ...pageConfig,
    configFile: false,
    appType: 'custom',
    logLevel: 'warn',
    server: { middlewareMode: true, hmr: { server } },
  })
  return (request, response) => {
    vite.middlewares(request, response, async () => {
      if (request.url?.split('?', 1)[0] !== '/') {
        response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found.\n')
        return
      }
      try {
        const html = await readFile(join(pageConfig.root as string, 'index.html'), 'utf8')
        const page = await vite.transformIndexHtml('/', embed(html))
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
      } catch (error) {
        response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error))
      }
    })
  }
}
