import { type ChainNamespace, getAppKit } from '@portico/react'

/** The providers of the connected wallets, by namespace. */
export type Providers = Partial<Record<ChainNamespace, unknown>>

/**
 * Reads the providers of the connected wallets outside of React, with AppKit's names.
 *
 * @example
 * import { ProviderUtil } from '@portico/compat/store'
 *
 * const provider = ProviderUtil.getProvider('eip155')
 */
export const ProviderUtil = {
  /** Returns the provider of a namespace; undefined while no wallet is connected. `T` is its type. */
  getProvider: <T = unknown>(namespace: ChainNamespace): T | undefined =>
    getAppKit()?.getProvider<T>(namespace),
  /** Returns the type of the connected wallet of a namespace, such as `ANNOUNCED`. */
  getProviderId: (namespace: ChainNamespace): string | undefined =>
    getAppKit()?.getAddress(namespace) === undefined ? undefined : getAppKit()?.getProviderType(namespace),
  /** Calls back when a wallet was connected or disconnected. Returns the function that unsubscribes. */
  subscribeProviders: (callback: (providers: Providers) => void): (() => void) =>
    getAppKit()?.subscribeProviders(callback) ?? (() => {}),
}
