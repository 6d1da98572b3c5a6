import { connectorKey, type Kit } from '../kit.ts'
import type { Connector, ConnectorDetails } from './connector.ts'

/** Keeps the list of connectors in step with the wallets that announce themselves; returns the stop. */
export function watchDiscovery(kit: Kit): () => void {
  const { options, store, connectors, namespaces } = kit
  const stops = [...namespaces.values()].map((namespace) =>
    namespace.discover({
      announced: options.enableEIP6963 !== false,
      injected: options.enableInjected !== false,
      onConnectors(list) {
        const others = store.getState().connectors.filter((connector) => connector.namespace !== namespace.id)
        for (const key of connectors.keys()) {
          if (key.startsWith(`${namespace.id}:`)) connectors.delete(key)
        }
        for (const connector of list) connectors.set(connectorKey(namespace.id, connector.id), connector)
        store.setState({ connectors: [...others, ...list.map(toDetails)] })
      },
    }),
  )
  return () => {
    for (const stop of stops) stop()
  }
}

function toDetails({ id, name, type, namespace, icon, rdns, explorerId }: Connector): ConnectorDetails {
  return {
    id,
    name,
    type,
    namespace,
    ...(icon ? { icon } : {}),
    ...(rdns ? { rdns } : {}),
    ...(explorerId ? { explorerId } : {}),
  }
}
