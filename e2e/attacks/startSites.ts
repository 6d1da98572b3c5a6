import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Foreign sites: one server for every `*.localhost` host name. */
export interface Sites {
  /** Returns `http://<name>.localhost:<port>`; browsers treat each name as its own site. */
  origin(name: string): string
  /** URLs and bodies of the requests, with the site's name. */
  requests: { site: string; url: string; body: string }[]
  close(): Promise<void>
}

/**
 * Starts a server with an empty page for every path. `?coop=` sets its Cross-Origin-Opener-Policy; `?frame=` embeds
 * another URL.
 */
export async function startSites(): Promise<Sites> {
  const requests: Sites['requests'] = []
  const server = createServer(async (request, response) => {
    const [site = ''] = (request.headers.host ?? '').split('.')
    const body = await readBody(request)
    requests.push({ site, url: request.url ?? '', body })
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const coop = searchParams.get('coop')
    const frame = searchParams.get('frame')
    if (coop) response.setHeader('cross-origin-opener-policy', coop)
    response.setHeader('content-type', 'text/html; charset=utf-8')
    const inner = frame
      ? `<iframe src="${encodeURI(frame).replaceAll('"', '%22')}" width="900" height="800"></iframe>`
      : ''
    response.end(
      `<!doctype html><html lang="en"><title>${site}</title><link rel="icon" href="data:,"><body style="margin:0">${inner}`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: (name) => `http://${name}.localhost:${port}`,
    requests,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}
