import type { Endpoint } from '@portico/core'
import { broadcast } from '../esplora/broadcast.ts'
import { throwInvalidResponse } from '../provider/throwRpcError.ts'
import type { InputToSign } from '../wallets/BitcoinWallet.ts'
import { buildPsbt, type Output } from './buildPsbt.ts'
import type { Coin } from './Coin.ts'
import { checkTransaction } from './checkTransaction.ts'
import { finalizePsbt } from './finalizePsbt.ts'
import { readPsbt } from './readPsbt.ts'
import type { Payment } from './toPayment.ts'

/**
 * Has a wallet sign a payment from coins of one address, checks what it has signed, and sends it.
 *
 * @param parameters.sign asks the wallet for signatures; returns the PSBT as bytes, base64 or hex
 * @returns the transaction ID
 * @throws {RpcError} −32603 if the wallet returned another transaction, or no API accepted it; −32000 if signatures are missing
 */
export async function sendCoins({
  address,
  payment,
  coins,
  outputs,
  sign,
  ...source
}: {
  urls: readonly string[]
  customUrls?: Endpoint['customUrls']
  address: string
  payment: Payment
  coins: readonly Coin[]
  outputs: readonly Output[]
  sign(parameters: { psbt: Uint8Array; signInputs: InputToSign[] }): Promise<unknown>
}): Promise<string> {
  const psbt = await buildPsbt({ ...source, payment, coins, outputs })
  const signInputs = coins.map((_, index) => ({ address, index }))
  const signed = readPsbt(await sign({ psbt, signInputs }))
  if (!signed) return throwInvalidResponse('The wallet returned an invalid PSBT.')
  const transaction = finalizePsbt(signed)
  checkTransaction({ transaction, isTaproot: payment.type === 'tr', coins, outputs })
  const { id } = signed
  await broadcast({ ...source, transaction, id })
  return id
}
