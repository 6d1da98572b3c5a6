import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { createFakeGateway, type FakeGateway } from './createFakeGateway.ts'

/** Serves the keys of a fake gateway, for a vault that is a process of its own. It is closed after the test. */
export async function serveFakeGateway(): Promise<FakeGateway & { url: string }> {
  const server = createServer(async (request, response) => {
    const answer = await gateway.fetch(`${url}${request.url}`)
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const gateway = await createFakeGateway({ url })
  return Object.assign(gateway, { url })
}
