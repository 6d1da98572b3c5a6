import type { Endpoint } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { Endpoints } from '../esplora/createEndpoints.ts'
import { esploraUrls } from '../esplora/esploraUrls.ts'
import { findEsploraUrl } from '../esplora/findEsploraUrl.ts'
import { toNetworkName } from '../networks/bitcoinNetworks.ts'
import type { NetworkName } from '../networks/networkNames.ts'

/** Where transfers of a network are read and sent. */
export interface TransferSource {
  network: NetworkName
  /** Esplora APIs, in the order of preference. */
  urls: readonly string[]
  customUrls?: Endpoint['customUrls']
  /** The gateway's URL for RPC requests. */
  gatewayUrl?: string | undefined
}

/**
 * Finds where transfers of a network are read and sent.
 *
 * @throws {RpcError} 4901 if it is not a Bitcoin network
 */
export function toTransferSource(
  { network, urls, customUrls }: Endpoint,
  endpoints: Endpoints,
): TransferSource {
  const { caipNetworkId } = network
  const name = toNetworkName(caipNetworkId)
  if (!name)
    throw new RpcError({
      rpcCode: rpcErrorCodes.chainDisconnected,
      message: `${caipNetworkId} is not a Bitcoin network.`,
    })
  const own = network.rpcUrls.default?.http ?? []
  endpoints.registerUrls({ networkId: caipNetworkId, urls: own })
  const preferred = findEsploraUrl(endpoints, caipNetworkId)
  const all = [...(preferred === undefined ? [] : [preferred]), ...esploraUrls({ network, urls })]
  return {
    network: name,
    urls: [...new Set(all)],
    customUrls,
    gatewayUrl: urls.find((url) => !own.includes(url) && url.includes('?')),
  }
}
