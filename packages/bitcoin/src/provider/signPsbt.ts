import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { base64 } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { equalBytes } from '@scure/btc-signer/utils.js'
import type { WalletSession } from '../connector/WalletSession.ts'
import { parseBytes } from '../parsing/parseBytes.ts'
import type { InputToSign } from '../wallets/BitcoinWallet.ts'
import { broadcast } from './broadcast.ts'
import { badAnswer, invalidParams, ownAccount } from './ownAccount.ts'

/**
 * Has inputs of a PSBT signed, and with `broadcast` makes the transaction final and sends it.
 *
 * @throws {RpcError} −32602 for what is no PSBT or names no input of it, 4100 for an address that is not connected,
 * −32603 where the wallet gives back another transaction than the one it was asked to sign.
 */
export async function signPsbt({
  session,
  psbt,
  signInputs,
  broadcast: isSent = false,
}: {
  session: WalletSession
  psbt: string
  signInputs: readonly InputToSign[]
  broadcast?: boolean | undefined
}): Promise<{ psbt: string; txid?: string }> {
  // The network of now: the kit may be on another when the wallet answers.
  const here = { ...session }
  const { wallet, network } = here
  const bytes = parseBytes(psbt)
  const asked = bytes && readPsbt(bytes)
  if (!asked) return invalidParams('`psbt` must be a PSBT (BIP-174) in base64.')
  if (!Array.isArray(signInputs) || signInputs.length === 0) invalidParams('`signInputs` must be a list.')
  for (const input of signInputs) {
    const { address, index, sighashTypes = [] } = input ?? {}
    ownAccount(session, address)
    if (!Array.isArray(sighashTypes) || !sighashTypes.every(Number.isSafeInteger))
      invalidParams('`sighashTypes` must be a list of numbers.')
    if (!Number.isSafeInteger(index) || index < 0 || index >= asked.inputsLength)
      invalidParams(`The PSBT has ${asked.inputsLength} inputs, and none ${String(index).slice(0, 20)}.`)
  }
  const answer = parseBytes(await wallet.signPsbt({ psbt: bytes, inputs: signInputs, network }))
  const signed = answer && readPsbt(answer)
  if (!signed) return badAnswer('The wallet signed badly: its answer is no PSBT.')
  if (!equalBytes(signed.unsignedTx, asked.unsignedTx))
    badAnswer('The wallet gave back another transaction than the one to sign. Nothing was sent.')
  if (!isSent) return { psbt: base64.encode(answer) }
  const transaction = finish(signed)
  const txid = await broadcast({ session: here, transaction, id: signed.id })
  return { psbt: base64.encode(signed.toPSBT()), txid }
}

function readPsbt(bytes: Uint8Array): Transaction | undefined {
  try {
    return Transaction.fromPSBT(bytes, { allowUnknownOutputs: true, allowUnknownInputs: true })
  } catch {
    // Not a PSBT.
    return undefined
  }
}

function finish(signed: Transaction): Uint8Array {
  try {
    if (!signed.isFinal) signed.finalize()
    return signed.extract()
  } catch (error) {
    throw new RpcError({
      rpcCode: rpcErrorCodes.invalidInput,
      message: 'The transaction cannot be sent yet: signatures are missing.',
      cause: error instanceof Error ? error : undefined,
    })
  }
}
