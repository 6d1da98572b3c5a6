/*
 * The two virtual transactions of BIP-322: `to_spend` carries the message and the script of the address, `to_sign`
 * spends it. What satisfies `to_sign` is the signature.
 *
 * https://github.com/bitcoin/bips/blob/master/bip-0322.mediawiki#full
 */
import { RawTx } from '@scure/btc-signer/script.js'
import { concatBytes, sha256x2, tagSchnorr } from '@scure/btc-signer/utils.js'

/** A transaction as it is on the wire, field by field. `txid` of an input is in the order it is shown. */
export type RawTransaction = ReturnType<typeof RawTx.decode>

/** OP_RETURN alone: the one output of `to_sign`. */
export const opReturn: Uint8Array = Uint8Array.of(0x6a)

const none = new Uint8Array()

/** The tagged hash of the message as UTF-8, without length or end. */
export function bip322Hash(message: string): Uint8Array {
  return tagSchnorr('BIP0322-signed-message', new TextEncoder().encode(message))
}

/** `to_spend` for a message and the output script of an address. */
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

/** `to_sign` with nothing but its shape; a simple signature is its witness. */
export function toSign({ spent, witness }: { spent: RawTransaction; witness: Uint8Array[] }): RawTransaction {
  return {
    version: 0,
    segwitFlag: witness.length > 0,
    inputs: [{ txid: txid(spent), index: 0, finalScriptSig: none, sequence: 0 }],
    outputs: [{ amount: 0n, script: opReturn }],
    witnesses: witness.length > 0 ? [witness] : undefined,
    lockTime: 0,
  }
}

/** The id of a transaction in the order it is shown. */
export function txid(transaction: RawTransaction): Uint8Array {
  return sha256x2(RawTx.encode({ ...transaction, segwitFlag: false, witnesses: undefined })).reverse()
}
