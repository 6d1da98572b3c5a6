import { HttpStatusError, isRetryable, readProperty, requestTimeoutMs, rpcBatch } from '@portico/protocol'

interface Call {
  method: string
  params: unknown
  resolve(answer: Answer): void
  reject(error: unknown): void
}

interface Answer {
  /** The JSON-RPC response; undefined if the batch has none for this request. */
  content: unknown
  /** The HTTP response that contained it. */
  response: Response
}

/** The calls that the next batch to an endpoint will contain. */
const waiting = new Map<string, Call[]>()
/** Endpoints that do not support batches. */
const unbatched = new Set<string>()

/**
 * Sends a JSON-RPC request. Requests that are made to an endpoint at the same time are sent as one batch, if the
 * endpoint supports that.
 *
 * @throws {HttpStatusError} for an error status without JSON · the error of `fetch`.
 * @see https://www.jsonrpc.org/specification#batch
 */
export function sendBatched(
  url: string,
  { method, params }: Pick<Call, 'method' | 'params'>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = { method, params, resolve, reject }
    if (unbatched.has(url)) return void send(url, [call])
    const calls = waiting.get(url) ?? []
    if (calls.push(call) === 1) {
      waiting.set(url, calls)
      setTimeout(() => {
        if (waiting.get(url) === calls) waiting.delete(url)
        void send(url, calls)
      }, rpcBatch.wait)
    }
    if (calls.length === rpcBatch.batchSize) waiting.delete(url)
  })
}

async function send(url: string, calls: readonly Call[]): Promise<void> {
  const [only, ...others] = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(others.length === 0 ? only : [only, ...others]),
      credentials: 'omit',
      signal: AbortSignal.timeout(requestTimeoutMs),
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
