import type { NamespaceId } from '@portico/protocol'
import { AdapterNotFoundError, LastNetworkError, NetworkNotFoundError } from '../errors.ts'
import type { Kit } from '../kit.ts'

/**
 * Removes a network from the kit. A wallet that is on it then counts as being on an unsupported network.
 *
 * @throws AdapterNotFoundError · NetworkNotFoundError · LastNetworkError for the only network of a namespace.
 */
export function removeNetwork(
  kit: Kit,
  { namespace, id }: { namespace: NamespaceId; id: string | number },
): void {
  if (!kit.namespaces.has(namespace)) throw new AdapterNotFoundError({ namespace })
  const { networks, activeNetworkIds } = kit.store.getState()
  const own = networks.filter((network) => network.chainNamespace === namespace)
  const removed = own.find((network) => String(network.id) === String(id) || network.caipNetworkId === id)
  if (!removed) throw new NetworkNotFoundError({ id })
  const next = own.find((network) => network !== removed)
  if (!next) throw new LastNetworkError()
  const isActive = activeNetworkIds[namespace] === removed.caipNetworkId
  kit.store.setState({
    networks: networks.filter((network) => network !== removed),
    ...(isActive ? { activeNetworkIds: { ...activeNetworkIds, [namespace]: next.caipNetworkId } } : {}),
  })
}
