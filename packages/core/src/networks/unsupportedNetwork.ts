import { type CaipNetworkId, parseCaipNetworkId } from '@portico/protocol'
import type { Network } from './network.ts'

/** The placeholder for a chain the application does not list: its id, the name "Unsupported Network", nothing else. */
export function unsupportedNetwork(caipNetworkId: CaipNetworkId): Network {
  const { namespace, reference } = parseCaipNetworkId(caipNetworkId)
  return {
    id: namespace === 'eip155' ? Number(reference) : reference,
    name: 'Unsupported Network',
    nativeCurrency: { name: '', symbol: '', decimals: 0 },
    rpcUrls: { default: { http: [] } },
    chainNamespace: namespace as Network['chainNamespace'],
    caipNetworkId,
  }
}
