import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { createFakeVault, type FakeVault } from './createFakeVault.ts'

/** Starts a fake vault on a port of its own, for gateways that are processes. It is closed at the end of the test. */
export async function startFakeVault(): Promise<{ url: string; vault: FakeVault }> {
  const server = createServer(async (request, response) => {
    const answer = await vault.fetch(`${url}${request.url}`)
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const vault = await createFakeVault({ url })
  return { url, vault }
}
