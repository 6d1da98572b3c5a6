import type { Account } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { base64 } from '@scure/base'
import type { WalletSession } from '../connector/WalletSession.ts'
import { addressScript } from '../parsing/addressScript.ts'
import { dustLimit } from '../spending/dustLimit.ts'
import { readCoins } from '../spending/readCoins.ts'
import { readFeeRate } from '../spending/readFeeRate.ts'
import { selectCoins } from '../spending/selectCoins.ts'
import { sendCoins } from '../spending/sendCoins.ts'
import { toPayment } from '../spending/toPayment.ts'
import { emitTransaction } from './emitTransaction.ts'
import { esploraUrl } from './esploraUrl.ts'
import { signPsbt } from './signPsbt.ts'
import { throwInvalidParams } from './throwRpcError.ts'

/**
 * Pays from one account with a PSBT that the wallet signs, with the change back to it, at the fee rate for a confirmation within
 * six blocks. Spends unconfirmed coins only if the confirmed ones are not enough.
 *
 * @returns the transaction ID
 * @throws {RpcError} −32000 if there are not enough coins; −32602 if the amount is below the dust limit; 4200 if the wallet
 * shared no public key.
 */
export async function payFromAccount({
  session,
  account: { address, publicKey },
  recipient,
  amount,
}: {
  session: WalletSession
  account: Account
  recipient: string
  amount: bigint
}): Promise<string> {
  const { network } = session
  const payment = toPayment({ network, address, publicKey })
  const script = addressScript(recipient, network)
  if (!script || amount < dustLimit(script))
    return throwInvalidParams('The amount is too small to be sent: it is below the dust limit.')
  const urls = [esploraUrl(session)]
  const [coins, rate] = await Promise.all([readCoins({ urls, address }), readFeeRate({ urls })])
  const select = (from: typeof coins) =>
    selectCoins({ coins: from, from: payment.script, to: script, amount, rate })
  // An unconfirmed payment may be replaced by its sender, which would invalidate this transfer.
  const selected = select(coins.filter(({ isConfirmed }) => isConfirmed)) ?? select(coins)
  if (!selected)
    throw new RpcError({
      rpcCode: rpcErrorCodes.invalidInput,
      message: 'There are not enough coins for the amount and the fee.',
    })
  const { change } = selected
  const id = await sendCoins({
    urls,
    address,
    payment,
    coins: selected.coins,
    outputs: [{ script, amount }, ...(change > 0n ? [{ script: payment.script, amount: change }] : [])],
    sign: async ({ psbt, signInputs }) =>
      (await signPsbt({ session, psbt: base64.encode(psbt), signInputs })).psbt,
  })
  return emitTransaction(session, id)
}
