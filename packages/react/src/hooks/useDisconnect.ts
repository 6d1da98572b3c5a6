import type { NamespaceId } from '@portico/protocol'
import { useCallback } from 'react'
import { useAppKitInstance } from './useAppKitInstance.ts'

export interface DisconnectOptions {
  /** The ID of the connector to disconnect. Default: every connector of the namespace. */
  id?: string | undefined
  namespace?: NamespaceId | undefined
}

/**
 * Returns a function that disconnects one namespace (default: the hook's), or all if neither is given. With `id`,
 * only the wallets connected through this connector.
 */
export function useDisconnect({ namespace: defaultNamespace }: Pick<DisconnectOptions, 'namespace'> = {}): {
  disconnect(parameters?: DisconnectOptions): Promise<void>
} {
  const appKit = useAppKitInstance()
  return {
    disconnect: useCallback(
      async ({ id, namespace = defaultNamespace }: DisconnectOptions = {}) => {
        if (id === undefined) return appKit.disconnect(namespace)
        const { disconnectConnector } = await import('../methods/disconnectConnector.ts')
        await disconnectConnector(appKit.scope.kit, { id, namespace })
      },
      [appKit, defaultNamespace],
    ),
  }
}
