import type { NamespaceId } from '@portico/protocol'
import { useEffect } from 'react'
import { type AppKitConnections, toConnections } from '../connections/toConnections.ts'
import { useAppKitInstance } from './useAppKitInstance.ts'
import { useDerived } from './useDerived.ts'

/**
 * Returns the wallets of a namespace (default: the active one): those that are connected, the active one first, and
 * those that were disconnected and can be connected again. Without `features.multiWallet` both lists are empty and an
 * alert is raised.
 *
 * @example
 * const { connections, recentConnections } = useAppKitConnections('eip155')
 */
export function useAppKitConnections(namespace?: NamespaceId | undefined): AppKitConnections {
  const appKit = useAppKitInstance()
  const isEnabled = useDerived(appKit, (state) => state.settings.features.multiWallet)
  const { store } = appKit.scope.kit
  useEffect(() => {
    if (!isEnabled) store.setState({ alert: { id: 'multi-wallet-not-enabled' } })
  }, [isEnabled, store])
  return useDerived(appKit, (state) => toConnections(state, namespace))
}
