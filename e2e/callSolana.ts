import type { Stack } from './stack.ts'

/** Sends a JSON-RPC request directly to the node of Local Solana. */
export async function callSolana<T>(stack: Stack, method: string, params: readonly unknown[]): Promise<T> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(stack.solanaUrl, { method: 'POST', headers, body })
  const { result, error } = (await response.json()) as { result: T; error?: { message: string } }
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}
