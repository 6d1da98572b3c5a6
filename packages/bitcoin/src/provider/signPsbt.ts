import { base64 } from '@scure/base'
import { equalBytes } from '@scure/btc-signer/utils.js'
import type { WalletSession } from '../connector/WalletSession.ts'
import { broadcast } from '../esplora/broadcast.ts'
import { parseBytes } from '../parsing/parseBytes.ts'
import { finalizePsbt } from '../spending/finalizePsbt.ts'
import { readPsbt } from '../spending/readPsbt.ts'
import type { InputToSign } from '../wallets/BitcoinWallet.ts'
import { emitTransaction } from './emitTransaction.ts'
import { esploraUrl } from './esploraUrl.ts'
import { requireAccount } from './requireAccount.ts'
import { throwInvalidParams, throwInvalidResponse } from './throwRpcError.ts'

/**
 * Requests signatures for inputs of a PSBT. With `broadcast`, also finalizes the transaction and sends it.
 *
 * @throws {RpcError} −32602 for an invalid PSBT or input index, 4100 if an address is not connected, −32603 if the
 * wallet returns a different transaction from the one it was asked to sign.
 */
export async function signPsbt({
  session,
  psbt,
  signInputs,
  broadcast: shouldBroadcast = false,
}: {
  session: WalletSession
  psbt: string
  signInputs: readonly InputToSign[]
  broadcast?: boolean | undefined
}): Promise<{ psbt: string; txid?: string }> {
  // Capture the network now: it may change before the wallet responds.
  const snapshot = { ...session }
  const { wallet, network } = snapshot
  const bytes = parseBytes(psbt)
  const unsigned = bytes && readPsbt(bytes)
  if (!unsigned) return throwInvalidParams('`psbt` must be a PSBT (BIP-174) in base64.')
  if (!Array.isArray(signInputs) || signInputs.length === 0)
    throwInvalidParams('`signInputs` must be a list.')
  for (const input of signInputs) {
    const { address, index, sighashTypes = [] } = input ?? {}
    requireAccount(session, address)
    if (!Array.isArray(sighashTypes) || !sighashTypes.every(Number.isSafeInteger))
      throwInvalidParams('`sighashTypes` must be a list of numbers.')
    if (!Number.isSafeInteger(index) || index < 0 || index >= unsigned.inputsLength)
      throwInvalidParams(
        `The PSBT has ${unsigned.inputsLength} inputs; ${String(index).slice(0, 20)} is not a valid index.`,
      )
  }
  const response = parseBytes(await wallet.signPsbt({ psbt: bytes, inputs: signInputs, network }))
  const signed = response && readPsbt(response)
  if (!signed) return throwInvalidResponse('The wallet returned an invalid PSBT.')
  if (!equalBytes(signed.unsignedTx, unsigned.unsignedTx))
    throwInvalidResponse(
      'The wallet returned a different transaction from the one to sign. Nothing was sent.',
    )
  if (!shouldBroadcast) return { psbt: base64.encode(response) }
  const transaction = finalizePsbt(signed)
  await broadcast({ urls: [esploraUrl(snapshot)], transaction, id: signed.id })
  return { psbt: base64.encode(signed.toPSBT()), txid: emitTransaction(snapshot, signed.id) }
}
