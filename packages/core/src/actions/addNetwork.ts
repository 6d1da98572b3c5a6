import type { NamespaceId } from '@portico/protocol'
import { AdapterNotFoundError } from '../errors.ts'
import type { Kit } from '../kit.ts'
import type { NetworkInput } from '../networks/network.ts'
import { toNetwork } from '../networks/toNetwork.ts'

/**
 * Adds a network to the kit, or replaces the one with the same ID.
 *
 * @throws AdapterNotFoundError when the kit has no adapter for the namespace.
 */
export function addNetwork(
  kit: Kit,
  { namespace, network }: { namespace: NamespaceId; network: NetworkInput },
): void {
  if (!kit.namespaces.has(namespace)) throw new AdapterNotFoundError({ namespace })
  const added = toNetwork({ ...network, chainNamespace: namespace })
  const { networks, activeNetworkIds } = kit.store.getState()
  kit.store.setState({
    networks: [...networks.filter((other) => other.caipNetworkId !== added.caipNetworkId), added],
    activeNetworkIds: {
      ...activeNetworkIds,
      [namespace]: activeNetworkIds[namespace] ?? added.caipNetworkId,
    },
  })
}
