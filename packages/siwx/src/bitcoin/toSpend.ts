/*
 * The two virtual transactions of BIP-322: `to_spend` contains the message and the script of the address, `to_sign`
 * spends it. The signature is what makes `to_sign` valid.
 *
 * https://github.com/bitcoin/bips/blob/master/bip-0322.mediawiki#full
 */
import { OP, RawTx } from '@scure/btc-signer/script.js'
import { concatBytes, sha256x2, tagSchnorr } from '@scure/btc-signer/utils.js'

/** A decoded transaction. The `txid` of an input has the byte order in which it is displayed. */
export type RawTransaction = ReturnType<typeof RawTx.decode>

/** The script of the only output of `to_sign`: OP_RETURN alone. */
export const opReturn: Uint8Array = Uint8Array.of(OP.RETURN)

const emptyScript = new Uint8Array()

/** Returns the BIP-340 tagged hash of the message in UTF-8, without length prefix or terminator. */
export function bip322Hash(message: string): Uint8Array {
  return tagSchnorr('BIP0322-signed-message', new TextEncoder().encode(message))
}

/** Creates `to_spend` for a message and the output script of an address. */
export function toSpend({ message, script }: { message: string; script: Uint8Array }): RawTransaction {
  return {
    version: 0,
    segwitFlag: false,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffffffff,
        // OP_0, then the hash as a push of 32 bytes.
        finalScriptSig: concatBytes(Uint8Array.of(0, 32), bip322Hash(message)),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script }],
    witnesses: undefined,
    lockTime: 0,
  }
}

/** Creates the `to_sign` of a simple signature, which is its witness. */
export function toSign({ spent, witness }: { spent: RawTransaction; witness: Uint8Array[] }): RawTransaction {
  return {
    version: 0,
    segwitFlag: witness.length > 0,
    inputs: [{ txid: txid(spent), index: 0, finalScriptSig: emptyScript, sequence: 0 }],
    outputs: [{ amount: 0n, script: opReturn }],
    witnesses: witness.length > 0 ? [witness] : undefined,
    lockTime: 0,
  }
}

/** Returns the id of a transaction, in the byte order in which it is displayed. */
export function txid(transaction: RawTransaction): Uint8Array {
  return sha256x2(RawTx.encode({ ...transaction, segwitFlag: false, witnesses: undefined })).reverse()
}
