import { BaseError } from '@portico/protocol'
import { type Dispatcher, request } from 'undici'

/** Response of a service, with any status. */
export type TextResponse = { status: number; text: string }

/**
 * Fetches text from a service that the operator configured. `deadline` is in milliseconds since epoch. With `body`, a JSON document,
 * the request is a POST.
 */
export type FetchText = (query: {
  url: string
  deadline: number
  body?: string | undefined
}) => Promise<TextResponse>

const maxBytes = 5 * 1024 * 1024
const requestTimeoutMs = 4000

/**
 * Creates a function that fetches text over HTTP: within four seconds, before `deadline`, and at most 5 MiB. It does not
 * follow redirects.
 *
 * @throws {BaseError} if the service does not respond in time, or the response is too large.
 */
export function createFetchText({
  dispatcher,
  headers = {},
}: {
  dispatcher: Dispatcher
  headers?: Readonly<Record<string, string>>
}): FetchText {
  return async ({ url, deadline, body }) => {
    const { host } = new URL(url)
    const signal = AbortSignal.timeout(Math.max(1, Math.min(requestTimeoutMs, deadline - Date.now())))
    try {
      const post =
        body === undefined
          ? {}
          : ({ method: 'POST', body, headers: { ...headers, 'content-type': 'application/json' } } as const)
      const response = await request(url, { dispatcher, signal, headers, ...post })
      const chunks: Buffer[] = []
      let size = 0
      for await (const chunk of response.body) {
        size += chunk.length
        if (size > maxBytes) throw new BaseError(`The response of ${host} is larger than ${maxBytes} bytes.`)
        chunks.push(chunk)
      }
      return { status: response.statusCode, text: Buffer.concat(chunks).toString('utf8') }
    } catch (error) {
      if (error instanceof BaseError) throw error
      throw new BaseError(`${host} did not respond.`, { cause: error as Error })
    }
  }
}
