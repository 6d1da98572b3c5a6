import { getArtifacts } from '@portico/devnet/artifacts'
import { createTestClient, encodeFunctionData, http, publicActions, walletActions } from 'viem'
import type { Stack } from '../stack.ts'

/** A token of a stranger, who gives it the symbol they like, and some of it away. */
export async function deployToken(
  { rpcUrls }: Stack,
  { symbol, to }: { symbol: string; to: `0x${string}` },
): Promise<`0x${string}`> {
  const { DevToken } = await getArtifacts()
  const client = createTestClient({ mode: 'anvil', transport: http(rpcUrls[31337]) })
    .extend(walletActions)
    .extend(publicActions)
  // The last one: the first are those of the wallets of other tests.
  const account = (await client.getAddresses()).at(-1) as `0x${string}`
  const hash = await client.deployContract({
    chain: null,
    account,
    abi: DevToken.abi,
    bytecode: DevToken.bytecode,
    // Its name is part of its EIP-712 domain, which keeps 31 letters at most.
    args: ['Token', symbol, 18],
  })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash, pollingInterval: 50 })
  if (!contractAddress) throw new Error('The token was not deployed.')
  const data = encodeFunctionData({ abi: DevToken.abi, functionName: 'mint', args: [to, 10n ** 20n] })
  await client.sendTransaction({ chain: null, account, to: contractAddress, data })
  return contractAddress
}
