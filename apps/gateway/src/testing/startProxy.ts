import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { read, type SeenRequest } from './startUpstream.ts'

/** What a proxy answers in place of the node; undefined lets the request through. */
export type Instead = { error: unknown } | { result: unknown } | undefined

/**
 * A node in front of a real one, singles and batches. `before` sees each request first and may answer it itself, or take
 * its time.
 */
export async function startProxy({
  url,
  before = () => undefined,
}: {
  url: string
  before?: (request: SeenRequest) => Promise<Instead> | Instead
}): Promise<{
  url: string
  /** Every request, those of a batch one by one. */
  seen: SeenRequest[]
  /** The methods of each HTTP exchange. */
  exchanges: string[][]
}> {
  const seen: SeenRequest[] = []
  const exchanges: string[][] = []
  const server = createServer(async (request, response) => {
    const text = await read(request).catch(() => '')
    // Whoever asked has gone.
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
