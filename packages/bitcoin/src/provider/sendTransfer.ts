import { getRpcCode, rpcErrorCodes } from '@portico/protocol'
import type { WalletSession } from '../connector/WalletSession.ts'
import { supply } from '../networks/supply.ts'
import { addressScript } from '../parsing/addressScript.ts'
import { emitTransaction } from './emitTransaction.ts'
import { requireAccount } from './requireAccount.ts'
import { throwInvalidParams } from './throwRpcError.ts'

/**
 * Sends a payment. Uses the wallet's transfer method if it has one for the network. Otherwise builds a PSBT from the
 * coins of the payment address, has the wallet sign it and sends it through the Esplora API.
 *
 * @returns the transaction ID.
 * @throws {RpcError} −32602 for an invalid recipient or amount; −32000 if there are not enough coins.
 */
export async function sendTransfer({
  session,
  recipient,
  amount,
}: {
  session: WalletSession
  recipient: string
  /** In satoshi. */
  amount: string
}): Promise<string> {
  // Capture the network now: it may change before the wallet responds.
  const snapshot = { ...session }
  const { wallet, network } = snapshot
  const account = requireAccount(session, session.accounts[0]?.address)
  if (!addressScript(recipient, network))
    throwInvalidParams(`\`recipient\` must be an address on Bitcoin ${network}.`)
  if (typeof amount !== 'string' || !/^[1-9]\d{0,15}$/.test(amount) || BigInt(amount) > supply)
    throwInvalidParams('`amount` must be a positive whole number of satoshi, as a decimal string.')
  const satoshi = BigInt(amount)
  if (wallet.sendTransfer) {
    try {
      return emitTransaction(snapshot, await wallet.sendTransfer({ recipient, amount: satoshi, network }))
    } catch (error) {
      // The wallet does not have the method, so nothing was sent.
      if (getRpcCode(error) !== rpcErrorCodes.unsupportedMethod) throw error
    }
  }
  const { payFromAccount } = await import('./payFromAccount.ts')
  return payFromAccount({ session: snapshot, account, recipient, amount: satoshi })
}
