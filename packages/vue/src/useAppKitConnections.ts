import type { AppKitConnections, ChainNamespace } from '@portico/elements'
import type { ShallowReactive } from 'vue'
import { toReactive } from './toReactive.ts'
import { useObserved } from './useObserved.ts'

/**
 * Returns the wallets of a namespace (default: the active one) as a reactive object: those that are connected, the active one
 * first, and those that were disconnected and can be connected again. Both lists are empty without `features.multiWallet`.
 *
 * @example
 * import { useAppKitConnections } from '@portico/vue'
 *
 * const wallets = useAppKitConnections('eip155')
 * console.log(wallets.connections.length)
 */
export function useAppKitConnections(
  namespace?: ChainNamespace | undefined,
): ShallowReactive<AppKitConnections> {
  return toReactive(
    useObserved<AppKitConnections>({
      read: (appKit) => ({
        connections: appKit.getConnections(namespace),
        recentConnections: appKit.getRecentConnections(namespace),
      }),
      subscribe: (appKit, listener) => appKit.subscribeConnections(listener, namespace),
    }),
  )
}
