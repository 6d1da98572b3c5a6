import type { ChainNamespace } from '@portico/elements'
import { useInstance } from './useInstance.ts'

/**
 * Returns a function that disconnects one namespace (default: the composable's), or all if neither is given.
 *
 * @example
 * import { useDisconnect } from '@portico/vue'
 *
 * const { disconnect } = useDisconnect()
 * await disconnect({ namespace: 'eip155' })
 */
export function useDisconnect({
  namespace: defaultNamespace,
}: {
  namespace?: ChainNamespace | undefined
} = {}): {
  disconnect(parameters?: { namespace?: ChainNamespace | undefined }): Promise<void>
} {
  const appKit = useInstance()
  return {
    disconnect: ({ namespace = defaultNamespace } = {}) => appKit.disconnect(namespace),
  }
}
