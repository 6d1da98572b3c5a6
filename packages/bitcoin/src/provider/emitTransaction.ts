import type { WalletSession } from '../connector/WalletSession.ts'
import { toNetworkId } from '../networks/bitcoinNetworks.ts'
import { throwInvalidResponse } from './throwRpcError.ts'

/**
 * Emits the `transaction` event for a sent transaction and returns its ID. @throws {RpcError} −32603 if the ID is
 * malformed.
 */
export function emitTransaction(session: WalletSession, txid: unknown): string {
  const hash = typeof txid === 'string' ? txid.trim() : ''
  if (!/^[0-9a-f]{64}$/.test(hash)) throwInvalidResponse('The wallet returned an invalid transaction ID.')
  session.emit({ type: 'transaction', hash, networkId: toNetworkId(session.network) })
  return hash
}
