import { type CaipNetworkId, parseCaipNetworkId } from '@portico/protocol'
import type { Network } from './network.ts'

/** Returns the placeholder for a network the application does not list: its ID and the name "Unsupported Network". */
export function unsupportedNetwork(caipNetworkId: CaipNetworkId): Network {
  const { namespace, reference } = parseCaipNetworkId(caipNetworkId)
  return {
    // As in listed networks: decimal references (EVM chain IDs) are numbers, hashes are strings.
    id: /^(0|[1-9]\d*)$/.test(reference) ? Number(reference) : reference,
    name: 'Unsupported Network',
    nativeCurrency: { name: '', symbol: '', decimals: 0 },
    rpcUrls: { default: { http: [] } },
    chainNamespace: namespace as Network['chainNamespace'],
    caipNetworkId,
  }
}
