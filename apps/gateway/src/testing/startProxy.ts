import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { read, type SeenRequest } from './startUpstream.ts'

/** Response of the proxy instead of the node's; undefined forwards the request. */
export type Instead = { error: unknown } | { result: unknown } | undefined

/**
 * Starts a proxy in front of a real node, for single requests and batches. `before` gets each request first and may
 * respond to it or delay it.
 */
export async function startProxy({
  url,
  before = () => undefined,
}: {
  url: string
  before?: (request: SeenRequest) => Promise<Instead> | Instead
}): Promise<{
  url: string
  /** Every request, including those within batches. */
  seen: SeenRequest[]
  /** The methods of each HTTP exchange. */
  exchanges: string[][]
}> {
  const seen: SeenRequest[] = []
  const exchanges: string[][] = []
  const server = createServer(async (request, response) => {
    const text = await read(request).catch(() => '')
    // The client disconnected.
    if (text === '') return void response.destroy()
    const body = JSON.parse(text) as SeenRequest | SeenRequest[]
    const all = [body].flat()
    seen.push(...all)
    exchanges.push(all.map(({ method }) => method))
    const own = await Promise.all(all.map(before))
    const through = all.filter((_, index) => own[index] === undefined)
    const answers = through.length > 0 ? await forward(url, through) : []
    for (const [index, instead] of own.entries())
      if (instead) answers.push({ jsonrpc: '2.0', id: all[index]?.id, ...instead })
    response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, exchanges }
}

async function forward(url: string, requests: readonly SeenRequest[]): Promise<object[]> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(requests.map((request) => ({ jsonrpc: '2.0', ...request })))
  return (await (await fetch(url, { method: 'POST', headers, body })).json()) as object[]
}
