import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { type ConnectPinned, openTls } from '../infra/egress/connectPinned.ts'
import { createTestCertificate } from './createTestCertificate.ts'

/** A local HTTPS site for tests. */
export type TlsSite = {
  /** Connects to the site for every address, and records the address. */
  connect: ConnectPinned
  /** Addresses that `connect` was called with. */
  dialled: string[]
  /** Requests to the site. */
  requests: { host: string | undefined; path: string; headers: IncomingMessage['headers'] }[]
}

/** Starts a site with a certificate for `names`; `behave` responds to requests. */
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
