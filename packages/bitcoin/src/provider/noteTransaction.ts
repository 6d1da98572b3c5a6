import type { WalletSession } from '../connector/WalletSession.ts'
import { toNetworkId } from '../networks/bitcoinNetworks.ts'
import { badAnswer } from './ownAccount.ts'

/** Tells of a transaction that was sent. @returns its id. @throws {RpcError} −32603 for what is none. */
export function noteTransaction(session: WalletSession, txid: unknown): string {
  const hash = typeof txid === 'string' ? txid.trim() : ''
  if (!/^[0-9a-f]{64}$/.test(hash)) badAnswer('The answer to a transfer is not the id of a transaction.')
  session.emit({ type: 'transaction', hash, networkId: toNetworkId(session.network) })
  return hash
}
