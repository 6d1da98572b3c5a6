import type { AppKit, ChainNamespace } from '@portico/elements'
import type { ShallowReactive } from 'vue'
import { toReactive } from './toReactive.ts'
import { useObserved } from './useObserved.ts'

export interface UseAppKitProviderReturnType<T> {
  /** Undefined while no wallet is connected, although its type, which is AppKit's, does not say so. */
  walletProvider: T
  walletProviderType: ReturnType<AppKit['getProviderType']>
}

/**
 * Returns the provider of the connected wallet as a reactive object: EIP-1193 for `eip155`, so that it works with viem and ethers.
 *
 * @example
 * import { useAppKitProvider } from '@portico/vue'
 * import type { EIP1193Provider } from 'viem'
 *
 * const wallet = useAppKitProvider<EIP1193Provider>('eip155')
 * await wallet.walletProvider?.request({ method: 'eth_blockNumber' })
 */
export function useAppKitProvider<T = unknown>(
  namespace: ChainNamespace,
): ShallowReactive<UseAppKitProviderReturnType<T>> {
  return toReactive(
    useObserved<UseAppKitProviderReturnType<T>>({
      read: (appKit) => ({
        walletProvider: appKit.getProvider<T>(namespace) as T,
        walletProviderType: appKit.getProviderType(namespace),
      }),
      subscribe: (appKit, listener) => appKit.subscribeProviders(listener),
    }),
  )
}
