import { RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import { hex } from '@scure/base'
import type { WalletSession } from '../connector/WalletSession.ts'
import { askEsplora } from '../esplora/askEsplora.ts'
import { toNetworkId } from '../networks/bitcoinNetworks.ts'
import { noteTransaction } from './noteTransaction.ts'

/**
 * Sends a final transaction through the network's Esplora API, and tells of it.
 *
 * @returns its id: its own, as what a server calls it is the server's word.
 * @throws {RpcError} −32603 where the server did not take it.
 */
export async function broadcast({
  session,
  transaction,
  id,
}: {
  session: WalletSession
  transaction: Uint8Array
  id: string
}): Promise<string> {
  const url = esploraUrl(session)
  try {
    await askEsplora({ url, path: '/tx', body: hex.encode(transaction) })
  } catch (error) {
    // Perhaps only the answer was lost, and whoever is told of a failure pays once more. A server that took it knows it.
    const known = await askEsplora({ url, path: `/tx/${id}` }).catch(() => undefined)
    if (readProperty(known, 'txid') !== id) throw error
  }
  return noteTransaction(session, id)
}

/** The Esplora API of the session's network. @throws {RpcError} 4901 where none is known. */
export function esploraUrl({ endpoints, network }: WalletSession): string {
  const url = endpoints.get(toNetworkId(network))
  if (url !== undefined) return url
  throw new RpcError({
    rpcCode: rpcErrorCodes.chainDisconnected,
    message: `No Esplora API is known for Bitcoin ${network}. Name one in \`esploraUrls\` of the adapter.`,
  })
}
