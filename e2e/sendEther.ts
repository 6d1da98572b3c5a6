import { callChain } from './callChain.ts'
import type { Stack } from './stack.ts'

/** Sends ether directly on the chain, without the page or its wallet. */
export async function sendEther(stack: Stack, to: string, ether: number): Promise<void> {
  // The last account, because wallets of other tests use the first ones.
  const from = ((await callChain(stack, 'eth_accounts', [])) as string[]).at(-1)
  const value = `0x${(BigInt(ether * 1000) * 10n ** 15n).toString(16)}`
  await callChain(stack, 'eth_sendTransaction', [{ from, to, value }])
}
