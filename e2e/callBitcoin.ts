import type { Stack } from './stack.ts'

/** Sends a JSON-RPC request directly to the node of Local Bitcoin. */
export async function callBitcoin(stack: Stack, method: string, ...params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ id: 1, method, params })
  const response = await fetch(stack.bitcoinUrl, { method: 'POST', body })
  const { result, error } = (await response.json()) as { result?: unknown; error: { message: string } | null }
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}
