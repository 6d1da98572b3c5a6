import type { Stack } from './stack.ts'

/** Sends ether directly on the chain, without the page or its wallet. */
export async function sendEther(stack: Stack, to: string, ether: number): Promise<void> {
  const request = async (method: string, params: unknown[]) => {
    const response = await fetch(stack.rpcUrls[31337], {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } }
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
  // The last account, because wallets of other tests use the first ones.
  const from = ((await request('eth_accounts', [])) as string[]).at(-1)
  const value = `0x${(BigInt(ether * 1000) * 10n ** 15n).toString(16)}`
  await request('eth_sendTransaction', [{ from, to, value }])
}
