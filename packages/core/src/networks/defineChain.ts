import type { Network, NetworkInput } from './network.ts'

/**
 * Creates a network from plain data or a viem chain: adds the namespace (default: `eip155`) and the CAIP-2 ID.
 *
 * @example
 * import { defineChain } from '@portico/react/networks'
 * const local = defineChain({ id: 31337, name: 'Local One', nativeCurrency, rpcUrls })
 * local.caipNetworkId // 'eip155:31337'
 */
export function defineChain<T extends number | string>(
  network: NetworkInput & { id: T },
): Network & { id: T extends number ? number : string } {
  const chainNamespace = network.chainNamespace ?? 'eip155'
  const { id, name, nativeCurrency, rpcUrls, blockExplorers, testnet, assets } = network
  const defined: Network = {
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
  return defined as Network & { id: T extends number ? number : string }
}
