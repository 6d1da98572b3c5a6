import { type HostileOptions, type HostileWallet, hostileWallet } from './hostileWallet.ts'

/** Creates a wallet that reports success for switching or adding a chain but stays on its chain. */
export function liesAboutSwitching({
  options,
}: {
  options?: HostileOptions | undefined
} = {}): HostileWallet {
  const methods = ['wallet_switchEthereumChain', 'wallet_addEthereumChain']
  return hostileWallet({
    options,
    request: async (request, next) => (methods.includes(request.method) ? null : next(request)),
  })
}
