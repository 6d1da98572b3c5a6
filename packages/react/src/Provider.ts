/** What `Provider.request` takes (EIP-1193). */
export interface RequestArguments {
  method: string
  // biome-ignore lint/suspicious/noExplicitAny: the parameters differ by method, and libraries type them in their own ways
  params?: any
}

/**
 * A wallet's provider of `eip155` (EIP-1193), as AppKit types it: the application says what a request returns. It can be passed
 * to viem's `custom` and to the providers of ethers.
 *
 * @example
 * import { type Provider, useAppKitProvider } from '@portico/react'
 * import { BrowserProvider } from 'ethers'
 *
 * const { walletProvider } = useAppKitProvider<Provider>('eip155')
 * const signer = await new BrowserProvider(walletProvider).getSigner()
 */
export interface Provider {
  // biome-ignore lint/suspicious/noExplicitAny: AppKit's applications use results without saying their type
  request<T = any>(args: RequestArguments): Promise<T>
  // biome-ignore lint/suspicious/noExplicitAny: the parameters differ by event
  on(event: string, listener: (...parameters: any[]) => void): any
  // biome-ignore lint/suspicious/noExplicitAny: the parameters differ by event
  removeListener(event: string, listener: (...parameters: any[]) => void): any
}
