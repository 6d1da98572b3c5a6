import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A request as the API receives it. */
export type ApiRequest = {
  path: string
  search: URLSearchParams
  body: unknown
  headers: NodeJS.Dict<string | string[]>
}

/**
 * Starts a stand-in for a swap provider's API on localhost. `answer` returns the document, or writes to `response` itself and returns
 * undefined. The server is stopped when the test has finished.
 */
export async function startSwapApi(
  answer: (request: ApiRequest, response: ServerResponse) => unknown,
): Promise<{ url: string; seen: ApiRequest[] }> {
  const seen: ApiRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const body = text === '' ? undefined : JSON.parse(text)
    const one = { path: pathname, search: searchParams, body, headers: request.headers }
    seen.push(one)
    const document = answer(one, response)
    if (document !== undefined)
      response.setHeader('content-type', 'application/json').end(JSON.stringify(document))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}
