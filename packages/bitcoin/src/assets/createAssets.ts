import type { Endpoint, NamespaceAssets } from '@portico/core'
import type { Endpoints } from '../esplora/createEndpoints.ts'
import { createClient } from './createClient.ts'
import { getBalances } from './getBalances.ts'
import { readSums } from './readSums.ts'
import { waitForTransaction } from './waitForTransaction.ts'

/** Creates the functions that read bip122 data from Esplora APIs. Lazy-loaded on first use. */
export function createAssets(endpoints: Endpoints): NamespaceAssets {
  function registerUrls<Parameters extends Endpoint>(parameters: Parameters): Parameters {
    const { network } = parameters
    endpoints.registerUrls({ networkId: network.caipNetworkId, urls: network.rpcUrls.default?.http ?? [] })
    return parameters
  }
  return {
    async getBalance(parameters) {
      const { confirmed } = await readSums(registerUrls(parameters))
      return BigInt(Math.max(0, confirmed))
    },
    createClient: (parameters) => createClient(registerUrls(parameters)),
    getBalances: (parameters) => getBalances(registerUrls(parameters)),
    waitForTransaction: (parameters) => waitForTransaction(registerUrls(parameters)),
  }
}
