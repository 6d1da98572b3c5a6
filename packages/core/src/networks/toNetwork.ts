import type { Network, NetworkInput } from './network.ts'

/**
 * Returns the plain data of a network that an application passes, such as a chain of viem, whose functions must not be in
 * the state. Adds the namespace (default: `eip155`) and the CAIP-2 ID.
 */
export function toNetwork(network: NetworkInput): Network {
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
