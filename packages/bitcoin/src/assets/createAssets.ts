import type { Endpoint, NamespaceAssets } from '@portico/core'
import type { Endpoints } from '../esplora/createEndpoints.ts'
import { createClient } from './createClient.ts'
import { getBalances } from './getBalances.ts'
import { waitForTransaction } from './waitForTransaction.ts'

/** What bip122 can tell from Esplora APIs. Loaded on first use. */
export function createAssets(endpoints: Endpoints): NamespaceAssets {
  function learn<Parameters extends Endpoint>(parameters: Parameters): Parameters {
    const { network } = parameters
    endpoints.learn({ networkId: network.caipNetworkId, urls: network.rpcUrls.default?.http ?? [] })
    return parameters
  }
  return {
    createClient: (parameters) => createClient(learn(parameters)),
    getBalances: (parameters) => getBalances(learn(parameters)),
    waitForTransaction: (parameters) => waitForTransaction(learn(parameters)),
  }
}
