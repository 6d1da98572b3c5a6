import type { CaipNetworkId } from '@portico/protocol'
import { bitcoinNetworks, toNetworkName } from '../networks/bitcoinNetworks.ts'
import type { Endpoints } from './createEndpoints.ts'

/** Returns the Esplora base URL to use for a network: the application's, else the public one. */
export function findEsploraUrl(endpoints: Endpoints, networkId: CaipNetworkId): string | undefined {
  const name = toNetworkName(networkId)
  return endpoints.get(networkId) ?? (name && bitcoinNetworks[name].esploraUrl)
}
