import { connectorKey, type Kit } from '../kit.ts'
import { toDetails } from './toDetails.ts'

/**
 * Keeps the kit's connectors in sync with the wallets that announce themselves. Returns the function that stops it.
 */
export function watchDiscovery(kit: Kit): () => void {
  const { options, store, connectors, namespaces } = kit
  const stops = [...namespaces.values()].map((namespace) => {
    // The connectors found by this discovery. Those added by `addConnectors` must not be removed with them.
    let foundKeys = new Set<string>()
    return namespace.discover({
      announced: options.enableEIP6963 !== false,
      injected: options.enableInjected !== false,
      networks: store.getState().networks,
      onConnectors(list) {
        // The adapter was removed meanwhile; its discovery runs until the kit is destroyed.
        if (!namespaces.has(namespace.id)) return
        const before = foundKeys
        for (const key of before) connectors.delete(key)
        foundKeys = new Set(list.map(({ id }) => connectorKey(namespace.id, id)))
        for (const connector of list) connectors.set(connectorKey(namespace.id, connector.id), connector)
        const others = store
          .getState()
          .connectors.filter((connector) => !before.has(connectorKey(connector.namespace, connector.id)))
        store.setState({ connectors: [...others, ...list.map(toDetails)] })
      },
    })
  })
  return () => {
    for (const stop of stops) stop()
  }
}
