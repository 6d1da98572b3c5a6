import { sha256 } from '@noble/hashes/sha2.js'
import { hex } from '@scure/base'
import { RawTx } from '@scure/btc-signer'

export interface TransactionInput {
  txid: string
  vout: number
  scriptSig: Uint8Array
  sequence: number
  witness: Uint8Array[]
}

export interface TransactionOutput {
  /** In satoshi. */
  amount: bigint
  script: Uint8Array
}

/** A parsed Bitcoin transaction. */
export interface BitcoinTransaction {
  txid: string
  wtxid: string
  raw: Uint8Array
  version: number
  lockTime: number
  inputs: TransactionInput[]
  outputs: TransactionOutput[]
  size: number
  weight: number
  vsize: number
  isCoinbase: boolean
}

export const noTxid = '00'.repeat(32)

/**
 * Parses a transaction.
 *
 * @throws Error if the bytes are not a transaction
 */
export function readTransaction(raw: Uint8Array): BitcoinTransaction {
  const decoded = RawTx.decode(raw)
  const witnesses = decoded.witnesses ?? []
  // These fields have the type `any` in btc-signer.
  const rawInputs: { txid: Uint8Array; index: number; finalScriptSig: Uint8Array; sequence: number }[] =
    decoded.inputs
  const inputs = rawInputs.map(({ txid, index, finalScriptSig, sequence }, at) => ({
    txid: hex.encode(txid),
    vout: index,
    scriptSig: finalScriptSig,
    sequence,
    witness: witnesses[at] ?? [],
  }))
  const outputs: TransactionOutput[] = decoded.outputs
  const base = RawTx.encode({ ...decoded, segwitFlag: false, witnesses: undefined })
  const weight = base.length * 3 + raw.length
  return {
    txid: hashOf(base),
    wtxid: hashOf(raw),
    raw,
    version: decoded.version,
    lockTime: decoded.lockTime,
    inputs,
    outputs,
    size: raw.length,
    weight,
    vsize: Math.ceil(weight / 4),
    isCoinbase: inputs.length === 1 && inputs[0]?.txid === noTxid,
  }
}

/** Returns the double SHA-256 in reversed byte order, as Bitcoin displays ids. */
export function hashOf(bytes: Uint8Array): string {
  return hex.encode(sha256(sha256(bytes)).reverse())
}
