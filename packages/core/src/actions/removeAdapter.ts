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
  const state = kit.store.getState()
  if (!kit.namespaces.has(namespace)) throw new AdapterNotFoundError({ namespace })
  if (state.connections[namespace]?.status === 'connected') throw new AdapterInUseError({ namespace })
  kit.namespaces.delete(namespace)
  for (const { id } of state.connectors.filter((connector) => connector.namespace === namespace)) {
    kit.connectors.delete(connectorKey(namespace, id))
  }
  kit.store.setState({
    networks: state.networks.filter((network) => network.chainNamespace !== namespace),
    connectors: state.connectors.filter((connector) => connector.namespace !== namespace),
  })
}
