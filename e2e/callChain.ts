import type { Stack } from './stack.ts'

/** Sends a JSON-RPC request directly to the node of Local One. */
export async function callChain(stack: Stack, method: string, params: unknown[]): Promise<unknown> {
  const response = await fetch(stack.rpcUrls[31337], {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } }
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}
