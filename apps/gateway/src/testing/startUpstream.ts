import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from '@portico/server/testing'
import { onTestFinished } from 'vitest'

/** A JSON-RPC request as the upstream receives it. */
export type SeenRequest = { id: unknown; method: string; params: unknown }

/** A JSON-RPC result or error, a raw response body, or undefined for no response. */
export type Instruction = { result: unknown } | { error: unknown } | string | undefined

/** Decides the upstream's response to a request. May use `response` to set the status or headers. */
export type Behaviour = (request: SeenRequest, response: ServerResponse) => Instruction | Promise<Instruction>

/** A fake RPC upstream. */
export type FakeUpstream = {
  url: string
  /** The requests received, without `eth_chainId` requests and the gateway's probes. */
  seen: SeenRequest[]
  headers: IncomingMessage['headers'][]
}

/**
 * Starts a fake RPC upstream that returns `chainId` for `eth_chainId` and calls `behave` for every other request. If
 * `behave` writes to `response` itself, it returns undefined. The server is stopped when the test has finished.
 */
export async function startUpstream({
  chainId = '0x7a69',
  behave,
}: {
  chainId?: unknown
  behave: Behaviour
}): Promise<FakeUpstream> {
  const upstream: FakeUpstream = { url: '', seen: [], headers: [] }
  const server = createServer(async (request, response) => {
    // This upstream does not support WebSocket.
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const body = JSON.parse(await read(request)) as SeenRequest | SeenRequest[]
    const all = [body].flat()
    const isChainIdRequest = !Array.isArray(body) && body.method === 'eth_chainId'
    const isProbe = !Array.isArray(body) && body.id === 'probe'
    if (!isChainIdRequest && !isProbe) {
      upstream.seen.push(...all)
      upstream.headers.push(request.headers)
    }
    const answers = await Promise.all(
      all.map(async (one) => {
        const answer = isChainIdRequest ? { result: chainId } : await behave(one, response)
        return typeof answer === 'object' ? { jsonrpc: '2.0', id: one.id, ...answer } : answer
      }),
    )
    const [first] = answers
    if (response.writableEnded || response.destroyed || first === undefined) return
    response.end(typeof first === 'string' ? first : JSON.stringify(Array.isArray(body) ? answers : first))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  upstream.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return upstream
}

/** Returns a URL on which no server listens. */
export async function deadUrl(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}`
}

/** Reads the whole body of a request as UTF-8. */
export async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
