import type { Network, NetworkInput } from './network.ts'

/**
 * Makes a network of plain data or of a viem chain: fills in the namespace and the CAIP-2 id.
 *
 * @example
 * import { defineChain } from '@portico/react/networks'
 * const local = defineChain({ id: 31337, name: 'Local One', nativeCurrency, rpcUrls })
 * local.caipNetworkId // 'eip155:31337'
 */
export function defineChain(network: NetworkInput): Network {
  const chainNamespace = network.chainNamespace ?? 'eip155'
  const { id, name, nativeCurrency, rpcUrls, blockExplorers, testnet, assets } = network
  return {
    id,
    name,
    nativeCurrency,
    rpcUrls,
    chainNamespace,
    caipNetworkId: network.caipNetworkId ?? `${chainNamespace}:${id}`,
    ...(blockExplorers ? { blockExplorers } : {}),
    ...(testnet === undefined ? {} : { testnet }),
    ...(assets ? { assets } : {}),
  }
}
