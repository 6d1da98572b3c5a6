import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { hex } from '@scure/base'
import type { WalletSession } from '../connector/WalletSession.ts'
import { askEsplora } from '../esplora/askEsplora.ts'
import { toNetworkId } from '../networks/bitcoinNetworks.ts'
import { noteTransaction } from './noteTransaction.ts'

/** Sends a final transaction through the network's Esplora API, and tells of it. @returns its id. */
export async function broadcast({
  session,
  transaction,
}: {
  session: WalletSession
  transaction: Uint8Array
}): Promise<string> {
  const url = esploraUrl(session)
  return noteTransaction(session, await askEsplora({ url, path: '/tx', body: hex.encode(transaction) }))
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
