import type { NamespaceId } from '@portico/protocol'
import { dispatchConnection } from '../connectors/dispatchConnection.ts'
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
  const connection = kit.store.getState().connections[namespace]
  if (connection?.status === 'connected') throw new AdapterInUseError({ namespace })
  // A wallet that was asked before, and answers later, connects nothing any more.
  if (connection && 'attempt' in connection)
    dispatchConnection(kit, namespace, { type: 'failed', attempt: connection.attempt })
  const state = kit.store.getState()
  kit.namespaces.delete(namespace)
  for (const { id } of state.connectors.filter((connector) => connector.namespace === namespace)) {
    kit.connectors.delete(connectorKey(namespace, id))
  }
  const [next = namespace] = kit.namespaces.keys()
  kit.store.setState({
    ...(state.activeNamespace === namespace && { activeNamespace: next }),
    networks: state.networks.filter((network) => network.chainNamespace !== namespace),
    connectors: state.connectors.filter((connector) => connector.namespace !== namespace),
  })
}
