import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from '@portico/server/testing'
import { onTestFinished } from 'vitest'

/** A JSON-RPC request as a node sees it. */
export type SeenRequest = { id: unknown; method: string; params: unknown }

export type Instruction = { result: unknown } | { error: unknown } | string | undefined

/** What a node does with a request; undefined leaves it without an answer. */
export type Behaviour = (request: SeenRequest, response: ServerResponse) => Instruction | Promise<Instruction>

/** A node that does what a test wants. */
export type FakeUpstream = {
  url: string
  /** Every request but the questions for its chain and its height. */
  seen: SeenRequest[]
  headers: IncomingMessage['headers'][]
}

/**
 * Starts a node that says it is on `chainId` and does `behave` with everything else. A text is sent as it is; for anything
 * beyond (status, headers) `behave` uses the response and answers undefined.
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
    // No socket here.
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const body = JSON.parse(await read(request)) as SeenRequest | SeenRequest[]
    const all = [body].flat()
    const isQuestionForChain = !Array.isArray(body) && body.method === 'eth_chainId'
    const isProbe = !Array.isArray(body) && body.id === 'probe'
    if (!isQuestionForChain && !isProbe) {
      upstream.seen.push(...all)
      upstream.headers.push(request.headers)
    }
    const answers = await Promise.all(
      all.map(async (one) => {
        const answer = isQuestionForChain ? { result: chainId } : await behave(one, response)
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

/** An address nothing listens on. */
export async function deadUrl(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}`
}

/** The whole body of a request. */
export async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
