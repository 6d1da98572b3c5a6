import { RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import { hex } from '@scure/base'
import type { WalletSession } from '../connector/WalletSession.ts'
import { requestEsplora } from '../esplora/requestEsplora.ts'
import { toNetworkId } from '../networks/bitcoinNetworks.ts'
import { emitTransaction } from './emitTransaction.ts'

/**
 * Sends a final transaction through the network's Esplora API, and emits an event.
 *
 * @returns the transaction's own ID, not the value that the API returns.
 * @throws {RpcError} −32603 if the API did not accept it.
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
    await requestEsplora({ urls: [url], path: '/tx', body: hex.encode(transaction) })
  } catch (error) {
    // Perhaps only the response was lost. An error would make the user pay twice, so check whether the API has it.
    const stored = await requestEsplora({ urls: [url], path: `/tx/${id}` }).catch(() => undefined)
    if (readProperty(stored, 'txid') !== id) throw error
  }
  return emitTransaction(session, id)
}

/** Returns the Esplora URL for the session's network. @throws {RpcError} 4901 if none is known. */
export function esploraUrl({ endpoints, network }: WalletSession): string {
  const url = endpoints.get(toNetworkId(network))
  if (url !== undefined) return url
  throw new RpcError({
    rpcCode: rpcErrorCodes.chainDisconnected,
    message: `No Esplora API is known for Bitcoin ${network}. Set \`esploraUrls\` in the adapter's options.`,
  })
}
