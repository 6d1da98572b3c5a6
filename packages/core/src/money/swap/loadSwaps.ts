import type { CaipNetworkId } from '@portico/protocol'
import { getConnector } from '../../connectors/getConnector.ts'
import { getEndpoint } from '../../getEndpoint.ts'
import type { Kit } from '../../kit.ts'
import type { Endpoint } from '../../namespace.ts'
import type { NamespaceSwaps } from '../NamespaceSwaps.ts'
import { SwapUnavailableError } from './SwapUnavailableError.ts'

/**
 * Loads the part of a network's namespace that swaps, and returns it with what its methods need.
 *
 * @throws SwapUnavailableError if the kit cannot swap on this network
 */
export async function loadSwaps(
  kit: Kit,
  networkId: CaipNetworkId,
): Promise<Endpoint & { swaps: NamespaceSwaps; provider: unknown }> {
  const endpoint = getEndpoint(kit, networkId)
  const namespace = endpoint && kit.namespaces.get(endpoint.network.chainNamespace)
  const swaps = await namespace?.swaps?.()
  if (!endpoint || !namespace || !swaps) throw new SwapUnavailableError({ networkId })
  return { ...endpoint, swaps, provider: getConnector(kit, namespace.id)?.getProvider() }
}
