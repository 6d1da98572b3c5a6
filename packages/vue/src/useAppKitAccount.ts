import type { AppKitAccount, ChainNamespace } from '@portico/elements'
import type { ShallowRef } from 'vue'
import { useObserved } from './useObserved.ts'

/**
 * Returns the connected account of a namespace (default: the active one) as a ref.
 *
 * @example
 * import { useAppKitAccount } from '@portico/vue'
 *
 * const account = useAppKitAccount()
 * console.log(account.value.address)
 */
export function useAppKitAccount({
  namespace,
}: {
  namespace?: ChainNamespace | undefined
} = {}): Readonly<ShallowRef<AppKitAccount>> {
  return useObserved({
    read: (appKit) => appKit.getAccount(namespace),
    subscribe: (appKit, listener) => appKit.subscribeAccount(listener, namespace),
  })
}
