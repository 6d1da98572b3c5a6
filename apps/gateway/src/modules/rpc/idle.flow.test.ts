import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp } from '../../testing/createTestApp.ts'
import { type Anvil, startAnvil } from '../../testing/startAnvil.ts'

/** Starts a node that counts its requests. */
async function startCounting(anvil: Anvil): Promise<{ url: string; count(): number }> {
  let count = 0
  const server = createServer(async (request, response) => {
    count++
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(anvil.url, { method: 'POST', headers, body: Buffer.concat(chunks) })
    response.end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, count: () => count }
}

describe('an idle gateway', () => {
  test('behavior: sends no requests before the first call, and answers repeated calls from the cache', async () => {
    const anvil = await startAnvil()
    onTestFinished(() => anvil.stop())
    const node = await startCounting(anvil)
    const { rpc, services } = await createTestApp({
      rpcUrls: { 'eip155:31337': [node.url, `${node.url}/second`] },
    })
    expect(node.count()).toBe(0)
    const call = { id: 1, method: 'eth_getBalance', params: [`0x${'ab'.repeat(20)}`, 'latest'] }
    await rpc(call)
    const heads = services.heads.get('eip155:31337')
    await vi.waitFor(() => expect(heads?.current()).toBeDefined(), { timeout: 20_000 })
    let cacheHits = 0
    for (let index = 0; index < 300; index++) {
      const response = await rpc({ ...call, id: index })
      expect(await response.json()).toEqual({ jsonrpc: '2.0', id: index, result: '0x0' })
      if (response.headers.get('server-timing') === 'cache;desc=HIT') cacheHits++
    }
    expect(cacheHits).toBeGreaterThan(30)
  }, 60_000)
})
