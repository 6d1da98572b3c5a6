import type { NamespaceId } from '@portico/protocol'
import { AdapterInUseError, AdapterNotFoundError } from '../errors.ts'
import type { Kit } from '../kit.ts'
import { connectorKey } from '../kit.ts'

/**
 * Takes a family of chains out of the kit, with its networks and wallets.
 *
 * @throws AdapterNotFoundError · AdapterInUseError while a wallet of the family is connected.
 */
export function removeAdapter(kit: Kit, { namespace }: { namespace: NamespaceId }): void {
  if (!kit.namespaces.has(namespace)) throw new AdapterNotFoundError({ namespace })
  const state = kit.store.getState()
  const { connections, activeNamespace } = state
  if (connections[namespace]?.status === 'connected') throw new AdapterInUseError({ namespace })
  kit.namespaces.delete(namespace)
  for (const { id } of state.connectors.filter((connector) => connector.namespace === namespace)) {
    kit.connectors.delete(connectorKey(namespace, id))
  }
  const others = [...kit.namespaces.keys()]
  const next = others.find((other) => connections[other]?.status === 'connected') ?? others[0]
  kit.store.setState({
    // A wallet that was asked before, and answers later, connects nothing any more. Nothing is kept of what is not connected:
    // no need to fetch the state machine for it.
    connections: { ...connections, [namespace]: { status: 'disconnected' } },
    ...(activeNamespace === namespace && next && { activeNamespace: next }),
    networks: state.networks.filter((network) => network.chainNamespace !== namespace),
    connectors: state.connectors.filter((connector) => connector.namespace !== namespace),
  })
}
