import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts a node that passes requests on to another one, but simulates nothing: neither `eth_simulateV1` nor code given to accounts. */
export async function startLimitedNode(url: string): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const answers = await Promise.all([JSON.parse(body)].flat().map(answer))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(body.startsWith('[') ? answers : answers[0]))
  })

  async function answer(call: { id: unknown; method: string; params?: unknown[] }): Promise<unknown> {
    const isSimulation = call.method === 'eth_call' && call.params?.[2] !== undefined
    if (call.method === 'eth_simulateV1' || isSimulation)
      return { jsonrpc: '2.0', id: call.id, error: { code: -32601, message: 'not supported' } }
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(call) })
    return response.json()
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
