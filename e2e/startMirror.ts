import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Serves what another server serves at an origin of its own: the same site with another port. */
export async function startMirror(url: string): Promise<{ url: string; close(): Promise<void> }> {
  const { host } = new URL(url)
  const server = createServer((asked, response) => {
    const headers = { ...asked.headers, host }
    const passed = request(new URL(asked.url ?? '/', url), { method: asked.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.once('error', () => response.destroy())
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
