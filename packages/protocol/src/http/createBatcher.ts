import { readProperty } from '../errors/readProperty.ts'
import { requestTimeoutMs } from '../requestTimeoutMs.ts'
import { HttpStatusError } from './HttpStatusError.ts'
import { isRetryable } from './isRetryable.ts'
import { rpcBatch } from './rpcBatch.ts'

/** How the requests of a {@link Batcher} are sent. */
export interface BatcherOptions {
  /** The most requests of one batch. Default: 1000. */
  batchSize?: number | undefined
  /** For how long requests are collected, in milliseconds. Default: 0. */
  wait?: number | undefined
  /** Milliseconds to wait for a response. Default: `requestTimeoutMs`. */
  timeout?: number | undefined
  /** Options of `fetch`, such as `headers`. */
  fetchOptions?: Omit<RequestInit, 'body'> | undefined
}

/** Sends a JSON-RPC request to an endpoint. */
export type Batcher = (url: string, request: { method: string; params: unknown }) => Promise<Answer>

interface Answer {
  /** The JSON-RPC response; undefined if the batch has none for this request. */
  content: unknown
  /** The HTTP response that contained it. */
  response: Response
}

interface Call {
  method: string
  params: unknown
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/**
 * Creates a sender of JSON-RPC requests. Those that are made to an endpoint at the same time are sent as one batch, if the
 * endpoint supports that.
 *
 * The sender throws HttpStatusError for an error status without JSON, and errors of `fetch`.
 *
 * @see https://www.jsonrpc.org/specification#batch
 */
export function createBatcher({
  batchSize = rpcBatch.batchSize,
  wait = rpcBatch.wait,
  timeout = requestTimeoutMs,
  fetchOptions,
}: BatcherOptions = {}): Batcher {
  /** The calls that the next batch to an endpoint will contain. */
  const waiting = new Map<string, Call[]>()
  /** Endpoints that do not support batches. */
  const unbatched = new Set<string>()

  async function send(url: string, calls: readonly Call[]): Promise<void> {
    const [only, ...others] = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
    const headers = new Headers(fetchOptions?.headers)
    headers.set('content-type', 'application/json')
    try {
      const response = await fetch(url, {
        credentials: 'omit',
        ...fetchOptions,
        method: 'POST',
        headers,
        body: JSON.stringify(others.length === 0 ? only : [only, ...others]),
        signal: AbortSignal.timeout(timeout),
      })
      const content: unknown = await response.json().catch((error: unknown) => {
        throw response.ok ? error : new HttpStatusError(response)
      })
      if (others.length === 0) return calls[0]?.resolve({ content, response })
      if (Array.isArray(content)) {
        for (const [id, { resolve }] of calls.entries())
          resolve({ content: content.find((item) => readProperty(item, 'id') === id), response })
        return
      }
      const status = new HttpStatusError(response)
      if (isRetryable(status)) throw status
      unbatched.add(url)
      for (const call of calls) void send(url, [call])
    } catch (error) {
      for (const { reject } of calls) reject(error)
    }
  }

  return (url, { method, params }) =>
    new Promise((resolve, reject) => {
      const call = { method, params, resolve, reject }
      if (unbatched.has(url)) return void send(url, [call])
      const calls = waiting.get(url) ?? []
      if (calls.push(call) === 1) {
        waiting.set(url, calls)
        setTimeout(() => {
          if (waiting.get(url) === calls) waiting.delete(url)
          void send(url, calls)
        }, wait)
      }
      if (calls.length === batchSize) waiting.delete(url)
    })
}
