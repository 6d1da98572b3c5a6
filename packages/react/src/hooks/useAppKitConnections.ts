import type { NamespaceId } from '@portico/protocol'
import { useEffect, useState } from 'react'
import type { AppKitConnections, toConnections } from '../connections/toConnections.ts'
import { useAppKitInstance } from './useAppKitInstance.ts'
import { useDerived } from './useDerived.ts'

const none: AppKitConnections = { connections: [], recentConnections: [] }

/**
 * Returns the wallets of a namespace (default: the active one): those that are connected, the active one first, and
 * those that were disconnected and can be connected again. Without `features.multiWallet` both lists are empty and an
 * alert is raised. Both are empty until the code that lists them is loaded, shortly after the first render.
 *
 * @example
 * import { useAppKitConnections } from '@portico/react'
 *
 * const { connections, recentConnections } = useAppKitConnections('eip155')
 */
export function useAppKitConnections(namespace?: NamespaceId | undefined): AppKitConnections {
  const appKit = useAppKitInstance()
  const isEnabled = useDerived(appKit, (state) => state.settings.features.multiWallet)
  const { logger, store } = appKit.scope.kit
  const [loaded, setLoaded] = useState<{ toConnections: typeof toConnections }>()
  useEffect(() => {
    if (!isEnabled) {
      store.setState({ alert: { id: 'multi-wallet-not-enabled' } })
      return
    }
    import('../connections/connectionMethods.ts').then(setLoaded, (error: unknown) => {
      logger.error('Failed to load the connections.', error)
    })
  }, [isEnabled, logger, store])
  return useDerived(appKit, (state) => loaded?.toConnections(state, namespace) ?? none)
}
