import type { Anvil } from './startAnvil.ts'
import type { Behaviour, Instruction, SeenRequest } from './startUpstream.ts'

/** Forwards requests to a real node. */
export const through =
  (anvil: Pick<Anvil, 'url'>): Behaviour =>
  async ({ method, params }: SeenRequest): Promise<Instruction> => {
    const response = await fetch(anvil.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    // Drop the ID, which belongs to the forwarded request.
    const { id: _, ...answer } = (await response.json()) as { id: unknown; result: unknown }
    return answer
  }

/** Never responds, and keeps the connection open. */
export const hangs: Behaviour = () => undefined

/** Closes the connection in the middle of a response. */
export const truncates: Behaviour = (_, response) => {
  if (response.headersSent) return undefined
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 })
  response.write('{"jsonrpc":"2.0","id":1,"result":"0x')
  response.destroy()
  return undefined
}

/** Sends truncated JSON as a complete response. */
export const halves: Behaviour = () => '{"jsonrpc":"2.0","id":1,"result":"0x'

/** Responds with the HTML page of a failing proxy and status 200. */
export const saysHtml: Behaviour = () => '<!doctype html><title>502 Bad Gateway</title>'

/** Responds with a status and headers. */
export const saysStatus =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  (_, response) => {
    // Only once per batch.
    if (!response.headersSent) response.writeHead(status, headers).end()
    return undefined
  }

/** Applies `bad` to every n-th request and `good` to the others. */
export function everyNth(n: number, bad: Behaviour, good: Behaviour): Behaviour {
  let count = 0
  return (request, response) => (++count % n === 0 ? bad : good)(request, response)
}

/** Delays every response by `ms` milliseconds. */
export const takes =
  (ms: number, then: Behaviour): Behaviour =>
  async (request, response) => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    return then(request, response)
  }

/** Responds as if the chain had not advanced beyond a block. */
export function staysAt(block: number, good: Behaviour): Behaviour {
  const hex = `0x${block.toString(16)}`
  return async (request, response) => {
    const { method, params } = request
    if (method === 'eth_blockNumber') return { result: hex }
    const pinned = (params as unknown[]).map((param) => (param === 'latest' ? hex : param))
    const last = pinned.at(-1)
    if (method === 'eth_getBlockByNumber' && Number(pinned[0]) > block) return { result: null }
    if (
      method !== 'eth_getBlockByNumber' &&
      typeof last === 'string' &&
      Number(last) > block &&
      last.length < 20
    )
      return { error: { code: -32000, message: 'header not found' } }
    return good({ ...request, params: pinned }, response)
  }
}
