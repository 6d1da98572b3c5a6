import type { SentTransaction, TransferPlan } from '@portico/core'
import { throwInvalidParams } from '../provider/throwRpcError.ts'
import { formatOutpoints } from './outpoints.ts'
import type { TransferRequest } from './planTransfer.ts'
import type { TransferSource } from './toTransferSource.ts'
import { toTransferWallet } from './toTransferWallet.ts'

/**
 * Sends a planned transfer: by the wallet, or as a transaction that the wallet signs and that is checked before it is sent.
 *
 * @throws {RpcError} 4001 if the visitor refuses; −32603 if the wallet signed another transaction; otherwise with the wallet's code
 */
export async function sendTransfer(
  source: TransferSource,
  { provider, plan }: { provider: unknown; plan: TransferPlan },
): Promise<SentTransaction> {
  const { network, urls, customUrls } = source
  const { from, to, amount } = plan.transfer
  const wallet = toTransferWallet(provider, { from, network })
  const request = plan.request as TransferRequest | undefined
  if (request === undefined) return throwInvalidParams('This transfer cannot be sent.')
  if (request === 'wallet') {
    if (!wallet.pay) return throwInvalidParams('The wallet cannot send from this address.')
    // The wallet has chosen the coins, which only an API can tell.
    return { hash: await wallet.pay(to, amount), from }
  }
  const [{ sendCoins }, { toPayment }, publicKey] = await Promise.all([
    import('../spending/sendCoins.ts'),
    import('../spending/toPayment.ts'),
    wallet.getPublicKey(),
  ])
  const payment = toPayment({ network, address: from, publicKey })
  const { sign } = wallet
  const hash = await sendCoins({ urls, customUrls, address: from, payment, ...request, sign })
  wallet.report(hash)
  return { hash, from, expiry: formatOutpoints(request.coins) }
}
