import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts a proxy that serves another server at a second origin of the same site, with another port. */
export async function startMirror(url: string): Promise<{ url: string; close(): Promise<void> }> {
  const { host } = new URL(url)
  const server = createServer((incoming, response) => {
    const headers = { ...incoming.headers, host }
    const outgoing = request(
      new URL(incoming.url ?? '/', url),
      { method: incoming.method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    outgoing.once('error', () => response.destroy())
    incoming.pipe(outgoing)
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
