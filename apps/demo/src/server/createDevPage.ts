import { readFile } from 'node:fs/promises'
import type { RequestListener, Server } from 'node:http'
import { join } from 'node:path'
import { createServer } from 'vite'
import { pageConfig } from './pageConfig.ts'

/**
 * The page through Vite, for people who work on the modal: changes show at once. Vite's client writes inline styles,
 * so this has no security policy; try what you made without `DEMO_DEV` before you are done.
 */
export async function createDevPage({
  server,
  embed,
}: {
  server: Server
  /** Adds to the page where the servers are. */
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
