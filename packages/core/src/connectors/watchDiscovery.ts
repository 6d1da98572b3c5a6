import { connectorKey, type Kit } from '../kit.ts'
import { toDetails } from './toDetails.ts'

/** Keeps the list of connectors in step with the wallets that announce themselves; returns the stop. */
export function watchDiscovery(kit: Kit): () => void {
  const { options, store, connectors, namespaces } = kit
  const stops = [...namespaces.values()].map((namespace) => {
    // Only what was found here goes when it is found no more; `addConnectors` has added others.
    let found = new Set<string>()
    return namespace.discover({
      announced: options.enableEIP6963 !== false,
      injected: options.enableInjected !== false,
      networks: store.getState().networks,
      onConnectors(list) {
        // Of a family whose adapter was removed: discovery does not end before the kit does.
        if (!namespaces.has(namespace.id)) return
        const before = found
        for (const key of before) connectors.delete(key)
        found = new Set(list.map(({ id }) => connectorKey(namespace.id, id)))
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
