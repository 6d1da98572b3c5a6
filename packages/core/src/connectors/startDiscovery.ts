import { connectorKey, type Kit } from '../kit.ts'
import type { Namespace } from '../namespace.ts'
import { toDetails } from './toDetails.ts'

/** The wallet discovery of a namespace. */
export interface Discovery {
  /** The keys of the connectors it found. Those added by `addConnectors` must not be removed with them. */
  found: Set<string>
  stop(): void
}

/** Keeps the kit's connectors in sync with the wallets of a namespace that announce themselves. */
export function startDiscovery(kit: Kit, namespace: Namespace): void {
  const current: Discovery = { found: new Set(), stop() {} }
  const keyOf = ({ id }: { id: string }) => connectorKey(namespace.id, id)
  kit.discovery.running.set(namespace.id, current)
  current.stop = namespace.discover({
    announced: kit.discovery.announced,
    injected: kit.options.enableInjected !== false,
    networks: kit.store.getState().networks,
    kit,
    onConnectors(list) {
      const before = current.found
      for (const key of before) kit.connectors.delete(key)
      // A wallet that was connected before discovery started again keeps its connector.
      const added = list.filter((connector) => !kit.connectors.has(keyOf(connector)))
      current.found = new Set(added.map(keyOf))
      for (const connector of added) kit.connectors.set(keyOf(connector), connector)
      const others = kit.store
        .getState()
        .connectors.filter((connector) => !before.has(connectorKey(connector.namespace, connector.id)))
      kit.store.setState({ connectors: [...others, ...added.map(toDetails)] })
    },
  })
}
