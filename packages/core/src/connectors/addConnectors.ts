import { connectorKey, type Kit } from '../kit.ts'
import type { Connector, ConnectorDetails } from './connector.ts'
import { toDetails } from './toDetails.ts'

/**
 * Adds connectors that discovery does not find, such as WalletConnect's. A connector replaces the one with the same
 * ID and namespace. Connectors of namespaces the kit does not have are ignored.
 */
export function addConnectors({ connectors, namespaces, store }: Kit, added: readonly Connector[]): void {
  const keyOf = ({ namespace, id }: ConnectorDetails) => connectorKey(namespace, id)
  const own = added.flatMap((connector) => {
    const namespace = namespaces.get(connector.namespace)
    return namespace ? (namespace.adopt?.(connector) ?? connector) : []
  })
  const keys = own.map(keyOf)
  for (const connector of own) connectors.set(keyOf(connector), connector)
  store.setState((state) => ({
    connectors: [
      ...state.connectors.filter((details) => !keys.includes(keyOf(details))),
      ...own.map(toDetails),
    ],
  }))
}
