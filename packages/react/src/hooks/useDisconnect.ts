import type { NamespaceId } from '@portico/protocol'
import { useCallback } from 'react'
import { useAppKitInstance } from './useAppKitInstance.ts'

/** Disconnects one namespace (by default the hook's), or all. */
export function useDisconnect({ namespace: own }: { namespace?: NamespaceId | undefined } = {}): {
  disconnect(parameters?: { namespace?: NamespaceId | undefined }): Promise<void>
} {
  const appKit = useAppKitInstance()
  return {
    disconnect: useCallback(
      ({ namespace = own }: { namespace?: NamespaceId | undefined } = {}) => appKit.disconnect(namespace),
      [appKit, own],
    ),
  }
}
