import type { CaipNetworkId, NamespaceId } from '@portico/protocol'
import type { NetworkInput } from './network.ts'

/** A network with its namespace and its CAIP-2 ID, and every other field as it was passed. */
export type DefinedChain<Input extends NetworkInput> = Omit<Input, 'chainNamespace' | 'caipNetworkId'> & {
  chainNamespace: Input extends { chainNamespace: infer Given extends NamespaceId } ? Given : NamespaceId
  caipNetworkId: Input extends { caipNetworkId: infer Given extends CaipNetworkId } ? Given : CaipNetworkId
}

/**
 * Creates a network from plain data or a viem chain: adds the namespace (default: `eip155`) and the CAIP-2 ID. Other fields,
 * such as the `contracts` that viem and wagmi read, stay as they are.
 *
 * @example
 * import { defineChain } from '@portico/react/networks'
 *
 * const local = defineChain({
 *   id: 31337,
 *   name: 'Local One',
 *   nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
 *   rpcUrls: { default: { http: ['http://localhost:8545'] } },
 * })
 * local.caipNetworkId // 'eip155:31337'
 */
export function defineChain<Input extends NetworkInput>(network: Input): DefinedChain<Input> {
  const { chainNamespace = 'eip155', caipNetworkId = `${chainNamespace}:${network.id}` } = network
  const defined: Input & NetworkInput = { ...network, chainNamespace, caipNetworkId }
  return defined as Input & DefinedChain<Input>
}
