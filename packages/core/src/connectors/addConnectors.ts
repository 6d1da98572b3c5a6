import { connectorKey, type Kit } from '../kit.ts'
import type { Connector } from './connector.ts'
import { toDetails } from './toDetails.ts'

/**
 * Adds connectors that no discovery finds, such as WalletConnect's: one for a family at most with the same id, in place
 * of the one before. Those of families the kit does not have are left out.
 */
export function addConnectors(kit: Kit, added: readonly Connector[]): void {
  const own = added.filter(({ namespace }) => kit.namespaces.has(namespace))
  for (const connector of own) kit.connectors.set(connectorKey(connector.namespace, connector.id), connector)
  const isAdded = ({ namespace, id }: Pick<Connector, 'namespace' | 'id'>) =>
    own.some((connector) => connector.namespace === namespace && connector.id === id)
  kit.store.setState(({ connectors }) => ({
    connectors: [...connectors.filter((connector) => !isAdded(connector)), ...own.map(toDetails)],
  }))
}
