/** Sends one JSON-RPC request and gives its result. */
export type Rpc = <T = unknown>(method: string, params?: readonly unknown[]) => Promise<T>

/**
 * The few lines of JSON-RPC that running a chain needs, without loading a library at every start.
 *
 * @throws Error from the returned function, with the method and the node's message
 */
export function createRpc(url: string): Rpc {
  return async <T>(method: string, params: readonly unknown[] = []): Promise<T> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      // A node that hangs must not keep its devnet from ending.
      signal: AbortSignal.timeout(30_000),
    })
    const answer = (await response.json()) as { result: T; error?: { message: string } }
    if (answer.error) throw new Error(`${method} at ${url}: ${answer.error.message}`)
    return answer.result
  }
}
