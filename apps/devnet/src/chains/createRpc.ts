/** Sends a JSON-RPC request and returns its result. */
export type Rpc = <T = unknown>(method: string, params?: readonly unknown[]) => Promise<T>

/**
 * Creates a minimal JSON-RPC client, so that no library is loaded at every start.
 *
 * @throws Error from the returned function, with the method and the node's message
 */
export function createRpc(url: string): Rpc {
  return async <T>(method: string, params: readonly unknown[] = []): Promise<T> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      // A hanging node must not prevent the devnet from ending.
      signal: AbortSignal.timeout(30_000),
    })
    const answer = (await response.json()) as { result: T; error?: { message: string } }
    if (answer.error) throw new Error(`${method} at ${url}: ${answer.error.message}`)
    return answer.result
  }
}
