import { knownNetworks } from './knownNetworks.ts'

/** Whether an address is the contract of a network's wrapped coin, which gives one token for each coin and the other way round. */
export function isWrappedCoin(address: string, chainId: string): boolean {
  return knownNetworks[chainId]?.wrappedCoin === address.toLowerCase()
}
