import type { BatchNetworks } from '../createBatchNetworks.ts'

/** Whether user operations can be sent on a network: somebody pays there, or a token does. Without an answer of the gateway, they cannot. */
export async function sendsOperations(batchNetworks: BatchNetworks, chainId: string): Promise<boolean> {
  const network = (await batchNetworks().catch(() => undefined))?.get(chainId)
  return network !== undefined && (network.sponsor !== undefined || network.feeTokens.length > 0)
}
