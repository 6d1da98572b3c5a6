/* Signs inputs of PSBTs (BIP-174, with the taproot fields of BIP-371) whose coins belong to a key of the wallet. */
import { SigHash, Transaction } from '@scure/btc-signer'
import { equalBytes } from '@scure/btc-signer/utils.js'
import type { BitcoinKey } from './toBitcoinKeys.ts'

/** An input to sign, by its place, with the key and the kind of signature (the default of its kind if left out). */
export type InputToSign = { index: number; key: BitcoinKey; sighash?: number | undefined }

/** Reads a PSBT as the wallet does. @throws {Error} if it is none. */
export function readPsbt(psbt: Uint8Array): Transaction {
  return Transaction.fromPSBT(psbt, { allowUnknownOutputs: true, allowUnknownInputs: true })
}

/**
 * The PSBT with the signatures in it, not final.
 *
 * @throws {Error} if the bytes are no PSBT, an input is not there, its coin is not the key's, or it asks for another
 * kind of signature than it may have.
 */
export function signPsbt({
  psbt,
  inputs,
}: {
  psbt: Uint8Array
  inputs: readonly InputToSign[]
}): Transaction {
  const transaction = readPsbt(psbt)
  for (const { index, key, sighash } of inputs) {
    if (index < 0 || index >= transaction.inputsLength) throw new Error(`The PSBT has no input ${index}.`)
    const { witnessUtxo, nonWitnessUtxo, index: output = 0, sighashType } = transaction.getInput(index)
    const script = witnessUtxo?.script ?? nonWitnessUtxo?.outputs[output]?.script
    if (!script || !equalBytes(script, key.script))
      throw new Error(`The coin of input ${index} does not belong to ${key.address}.`)
    const wanted = sighash ?? sighashType
    if (sighash !== undefined && sighashType !== undefined && sighash !== sighashType)
      throw new Error(`Input ${index} is to be signed with another kind of signature.`)
    transaction.updateInput(index, {
      ...(wanted === undefined ? {} : { sighashType: wanted }),
      // Pages may leave it to the wallet, which knows the key.
      ...(key.purpose === 'ordinals' ? { tapInternalKey: key.publicKey.subarray(1) } : {}),
    })
    transaction.signIdx(key.privateKey, index, [
      wanted ?? (key.purpose === 'ordinals' ? SigHash.DEFAULT : SigHash.ALL),
    ])
  }
  return transaction
}
