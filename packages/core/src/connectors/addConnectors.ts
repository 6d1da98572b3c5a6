import { connectorKey, type Kit } from '../kit.ts'
import type { Connector } from './connector.ts'
import { toDetails } from './toDetails.ts'

/**
 * Adds connectors that discovery does not find, such as WalletConnect's. A connector replaces the one with the same
 * ID and namespace. Connectors of namespaces the kit does not have are ignored.
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
