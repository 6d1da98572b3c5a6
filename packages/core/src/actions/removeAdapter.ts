import type { NamespaceId } from '@portico/protocol'
import { stopDiscovery } from '../connectors/stopDiscovery.ts'
import { AdapterNotFoundError } from '../errors.ts'
import type { Kit } from '../kit.ts'
import { connectorKey } from '../kit.ts'
import { AdapterInUseError } from './AdapterInUseError.ts'

/**
 * Removes a namespace from the kit, with its networks and wallets, and stops its wallet discovery.
 *
 * @throws AdapterNotFoundError · AdapterInUseError while a wallet of the namespace is connected.
 */
export function removeAdapter(kit: Kit, { namespace }: { namespace: NamespaceId }): void {
  if (!kit.namespaces.has(namespace)) throw new AdapterNotFoundError({ namespace })
  const state = kit.store.getState()
  const { connections, activeNamespace } = state
  if (connections[namespace]?.status === 'connected') throw new AdapterInUseError({ namespace })
  stopDiscovery(kit, namespace)
  kit.namespaces.delete(namespace)
  for (const { id } of state.connectors.filter((connector) => connector.namespace === namespace)) {
    kit.connectors.delete(connectorKey(namespace, id))
  }
  const others = [...kit.namespaces.keys()]
  const next = others.find((other) => connections[other]?.status === 'connected') ?? others[0]
  kit.store.setState({
    // Written directly, so that an answer to a pending attempt is ignored. `dispatchConnection`, which is
    // lazy-loaded, is not needed: nothing is stored for a namespace that is not connected.
    connections: { ...connections, [namespace]: { status: 'disconnected' } },
    ...(activeNamespace === namespace && next && { activeNamespace: next }),
    networks: state.networks.filter((network) => network.chainNamespace !== namespace),
    connectors: state.connectors.filter((connector) => connector.namespace !== namespace),
  })
}
