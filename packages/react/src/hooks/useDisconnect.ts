import type { NamespaceId } from '@portico/protocol'
import { useCallback } from 'react'
import { useAppKitInstance } from './useAppKitInstance.ts'

/** Returns a function that disconnects one namespace (default: the hook's), or all if neither is given. */
export function useDisconnect({
  namespace: defaultNamespace,
}: {
  namespace?: NamespaceId | undefined
} = {}): {
  disconnect(parameters?: { namespace?: NamespaceId | undefined }): Promise<void>
} {
  const appKit = useAppKitInstance()
  return {
    disconnect: useCallback(
      ({ namespace = defaultNamespace }: { namespace?: NamespaceId | undefined } = {}) =>
        appKit.disconnect(namespace),
      [appKit, defaultNamespace],
    ),
  }
}
