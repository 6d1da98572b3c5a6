/* Signs the inputs of PSBTs (BIP-174, with the taproot fields of BIP-371) that spend outputs of the wallet's keys. */
import { SigHash, Transaction } from '@scure/btc-signer'
import { equalBytes } from '@scure/btc-signer/utils.js'
import type { BitcoinKey } from './toBitcoinKeys.ts'

/** An input to sign, by its index. `sighash` defaults to that of the key's type. */
export type InputToSign = { index: number; key: BitcoinKey; sighash?: number | undefined }

/** Parses a PSBT. @throws {Error} if it is invalid. */
export function parsePsbt(psbt: Uint8Array): Transaction {
  return Transaction.fromPSBT(psbt, { allowUnknownOutputs: true, allowUnknownInputs: true })
}

/**
 * Adds signatures to a PSBT, without finalizing it.
 *
 * @throws {Error} if the PSBT is invalid, an input does not exist or does not belong to the key, or its signature hash
 * type differs from the requested one.
 */
export function signPsbt({
  psbt,
  inputs,
}: {
  psbt: Uint8Array
  inputs: readonly InputToSign[]
}): Transaction {
  const transaction = parsePsbt(psbt)
  for (const { index, key, sighash } of inputs) {
    if (index < 0 || index >= transaction.inputsLength) throw new Error(`The PSBT has no input ${index}.`)
    const { witnessUtxo, nonWitnessUtxo, index: output = 0, sighashType } = transaction.getInput(index)
    const script = witnessUtxo?.script ?? nonWitnessUtxo?.outputs[output]?.script
    if (!script || !equalBytes(script, key.script))
      throw new Error(`Input ${index} does not belong to ${key.address}.`)
    const hashType = sighash ?? sighashType
    if (sighash !== undefined && sighashType !== undefined && sighash !== sighashType)
      throw new Error(`Input ${index} requires another signature hash type.`)
    transaction.updateInput(index, {
      ...(hashType === undefined ? {} : { sighashType: hashType }),
      // Pages may leave this field to the wallet.
      ...(key.purpose === 'ordinals' ? { tapInternalKey: key.publicKey.subarray(1) } : {}),
    })
    transaction.signIdx(key.privateKey, index, [
      hashType ?? (key.purpose === 'ordinals' ? SigHash.DEFAULT : SigHash.ALL),
    ])
  }
  return transaction
}
