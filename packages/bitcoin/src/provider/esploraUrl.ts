import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { WalletSession } from '../connector/WalletSession.ts'
import { findEsploraUrl } from '../esplora/findEsploraUrl.ts'
import { toNetworkId } from '../networks/bitcoinNetworks.ts'

/** Returns the Esplora URL for the session's network. @throws {RpcError} 4901 if none is known. */
export function esploraUrl({ endpoints, network }: WalletSession): string {
  const url = findEsploraUrl(endpoints, toNetworkId(network))
  if (url !== undefined) return url
  throw new RpcError({
    rpcCode: rpcErrorCodes.chainDisconnected,
    message: `No Esplora API is known for Bitcoin ${network}. Set \`esploraUrls\` in the adapter's options.`,
  })
}
