import type { CaipNetworkId } from '@portico/protocol'
import type { TokenBalance } from '@portico/protocol/gateway'
import { getEndpoint } from '../getEndpoint.ts'
import type { Kit } from '../kit.ts'

/** Reads the balance of the coin, and of the application's token, from RPC URLs: for when the gateway cannot be reached. */
export async function readHeld(
  kit: Kit,
  { address, networkId }: { address: string; networkId: CaipNetworkId },
): Promise<readonly TokenBalance[]> {
  const endpoint = getEndpoint(kit, networkId)
  if (!endpoint) return []
  const assets = await kit.namespaces.get(endpoint.network.chainNamespace)?.assets()
  const token = kit.options.tokens?.[networkId]?.address
  return (await assets?.getBalances({ ...endpoint, address, tokens: token ? [token] : [] })) ?? []
}
