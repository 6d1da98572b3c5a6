import type { NamespaceId } from '@portico/protocol'
import { useCallback } from 'react'
import { useAppKitInstance } from './useAppKitInstance.ts'

/** Disconnects one namespace, or all. */
export function useDisconnect(): {
  disconnect(parameters?: { namespace?: NamespaceId | undefined }): Promise<void>
} {
  const appKit = useAppKitInstance()
  return {
    disconnect: useCallback(
      ({ namespace }: { namespace?: NamespaceId | undefined } = {}) => appKit.disconnect(namespace),
      [appKit],
    ),
  }
}
