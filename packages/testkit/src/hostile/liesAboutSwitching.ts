import { type HostileOptions, type HostileWallet, hostileWallet } from './hostileWallet.ts'

/** A wallet that says yes to another chain, or to adding one, and stays where it is. */
export function liesAboutSwitching({
  options,
}: {
  options?: HostileOptions | undefined
} = {}): HostileWallet {
  const promised = ['wallet_switchEthereumChain', 'wallet_addEthereumChain']
  return hostileWallet({
    options,
    request: async (request, next) => (promised.includes(request.method) ? null : next(request)),
  })
}
