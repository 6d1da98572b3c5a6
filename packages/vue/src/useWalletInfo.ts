import type { ChainNamespace, WalletInfo } from '@portico/elements'
import type { ShallowReactive } from 'vue'
import { toReactive } from './toReactive.ts'
import { useObserved } from './useObserved.ts'

/**
 * Returns name, icon and type of the connected wallet of a namespace (default: the active one), as a reactive object.
 *
 * @example
 * import { useWalletInfo } from '@portico/vue'
 *
 * const wallet = useWalletInfo()
 * console.log(wallet.walletInfo?.name)
 */
export function useWalletInfo(
  namespace?: ChainNamespace | undefined,
): ShallowReactive<{ walletInfo: WalletInfo | undefined }> {
  return toReactive(
    useObserved({
      read: (appKit) => ({ walletInfo: appKit.getWalletInfo(namespace) }),
      subscribe: (appKit, listener) => appKit.subscribeWalletInfo(listener, namespace),
    }),
  )
}
