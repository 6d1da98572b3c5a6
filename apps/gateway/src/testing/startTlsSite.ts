import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { type ConnectPinned, openTls } from '../egress/connectPinned.ts'
import { createTestCertificate } from './createTestCertificate.ts'

/** A site on the web of a test: real TLS, real HTTP, on this machine. */
export type TlsSite = {
  /** Takes every address for the site's, and notes it. */
  connect: ConnectPinned
  /** Addresses that were called. */
  dialled: string[]
  /** What the site was asked. */
  requests: { host: string | undefined; path: string; headers: IncomingMessage['headers'] }[]
}

/** Starts a site with a certificate for `names` that answers as `behave` says. */
export async function startTlsSite({
  names = ['example.com', '*.example.com', 'example.org'],
  behave,
}: {
  names?: readonly string[]
  behave: (request: IncomingMessage, response: ServerResponse) => void
}): Promise<TlsSite> {
  const { cert, key } = createTestCertificate({ names })
  const dialled: string[] = []
  const requests: TlsSite['requests'] = []
  const server = createServer({ cert, key }, (request, response) => {
    requests.push({ host: request.headers.host, path: request.url ?? '', headers: request.headers })
    behave(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    dialled,
    requests,
    connect: ({ address, servername, signal }) => {
      dialled.push(address)
      return openTls({ host: '127.0.0.1', port, servername, signal, ca: cert })
    },
  }
}
