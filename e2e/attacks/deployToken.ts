import { getArtifacts } from '@portico/devnet/artifacts'
import { createTestClient, encodeFunctionData, http, publicActions, walletActions } from 'viem'
import type { Stack } from '../stack.ts'

/** Deploys a token with any symbol and sends some of it to an account. */
export async function deployToken(
  { rpcUrls }: Stack,
  { symbol, to }: { symbol: string; to: `0x${string}` },
): Promise<`0x${string}`> {
  const { DevToken } = await getArtifacts()
  const client = createTestClient({ mode: 'anvil', transport: http(rpcUrls[31337]) })
    .extend(walletActions)
    .extend(publicActions)
  // The last account, because wallets of other tests use the first ones.
  const account = (await client.getAddresses()).at(-1) as `0x${string}`
  const hash = await client.deployContract({
    chain: null,
    account,
    abi: DevToken.abi,
    bytecode: DevToken.bytecode,
    // The name is part of the token's EIP-712 domain, which is limited to 31 characters.
    args: ['Token', symbol, 18],
  })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash, pollingInterval: 50 })
  if (!contractAddress) throw new Error('The token was not deployed.')
  const data = encodeFunctionData({ abi: DevToken.abi, functionName: 'mint', args: [to, 10n ** 20n] })
  await client.sendTransaction({ chain: null, account, to: contractAddress, data })
  return contractAddress
}
