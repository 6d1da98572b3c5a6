import { BaseError } from '@portico/protocol'
import { type Dispatcher, request } from 'undici'

/** A request to a service that the operator configured. `deadline` is in milliseconds since the epoch. */
export type JsonRequest = {
  method: 'GET' | 'POST'
  url: string
  headers?: Readonly<Record<string, string>> | undefined
  /** Sent as JSON. */
  body?: unknown
  deadline: number
}

/** Sends a request and returns status and JSON body; `body` is undefined if it is not JSON. */
export type SendJson = (query: JsonRequest) => Promise<{ status: number; body: unknown }>

const maxBytes = 5 * 1024 * 1024
const timeoutMs = 5000

/**
 * Creates a function that sends JSON to an API within five seconds, before `deadline`, and reads at most 5 MiB. It does not follow
 * redirects: they would carry the credentials to another host.
 *
 * @throws {BaseError} if the service does not respond in time, or the response is too large. Messages name the host only:
 * URLs and headers contain keys.
 */
export function createSendJson({ dispatcher }: { dispatcher: Dispatcher }): SendJson {
  return async ({ method, url, headers = {}, body, deadline }) => {
    const { host } = new URL(url)
    const signal = AbortSignal.timeout(Math.max(1, Math.min(timeoutMs, deadline - Date.now())))
    try {
      const response = await request(url, {
        method,
        dispatcher,
        signal,
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
      })
      const chunks: Buffer[] = []
      let size = 0
      for await (const chunk of response.body) {
        size += chunk.length
        if (size > maxBytes) throw new BaseError(`The response of ${host} is larger than ${maxBytes} bytes.`)
        chunks.push(chunk)
      }
      return { status: response.statusCode, body: parse(Buffer.concat(chunks).toString('utf8')) }
    } catch (error) {
      if (error instanceof BaseError) throw error
      throw new BaseError(`${host} did not respond.`, { cause: error as Error })
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
