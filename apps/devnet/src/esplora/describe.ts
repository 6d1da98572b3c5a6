import { hex } from '@scure/base'
import type { Block } from '../bitcoin/chain/Block.ts'
import { describeScript, type ScriptKind } from '../bitcoin/chain/describeScript.ts'
import type { TransactionOutput } from '../bitcoin/chain/readTransaction.ts'
import type { ChainIndex, IndexedTransaction } from './createIndex.ts'

// Response shapes of Esplora.

const types: Record<ScriptKind, string> = {
  p2pk: 'p2pk',
  p2pkh: 'p2pkh',
  p2sh: 'p2sh',
  p2wpkh: 'v0_p2wpkh',
  p2wsh: 'v0_p2wsh',
  p2tr: 'v1_p2tr',
  op_return: 'op_return',
  unknown: 'unknown',
}

export interface TransactionStatus {
  confirmed: boolean
  block_height?: number
  block_hash?: string
  block_time?: number
}

export function describeStatus(block: Block | undefined): TransactionStatus {
  return block
    ? { confirmed: true, block_height: block.height, block_hash: block.hash, block_time: block.time }
    : { confirmed: false }
}

export function describeTransaction({ transaction, block }: IndexedTransaction, index: ChainIndex): object {
  const { txid, version, lockTime, inputs, outputs, size, weight, isCoinbase } = transaction
  const spent = isCoinbase ? [] : inputs.map((input) => index.prevout(input))
  return {
    txid,
    version,
    locktime: lockTime,
    vin: inputs.map(({ txid: from, vout, scriptSig, sequence, witness }, at) => {
      const prevout = spent[at]
      return {
        txid: from,
        vout,
        prevout: prevout ? describeOutput(prevout, index) : null,
        scriptsig: hex.encode(scriptSig),
        ...(witness.length > 0 ? { witness: witness.map((item) => hex.encode(item)) } : {}),
        is_coinbase: isCoinbase,
        sequence,
      }
    }),
    vout: outputs.map((output) => describeOutput(output, index)),
    size,
    weight,
    fee: isCoinbase ? 0 : feeOf(transaction, index),
    status: describeStatus(block),
  }
}

/** In satoshi. */
export function feeOf({ inputs, outputs }: IndexedTransaction['transaction'], index: ChainIndex): number {
  const spent = inputs.reduce((sum, input) => sum + (index.prevout(input)?.amount ?? 0n), 0n)
  return Number(outputs.reduce((rest, { amount }) => rest - amount, spent))
}

function describeOutput({ script, amount }: TransactionOutput, { chain }: ChainIndex): object {
  const { kind, address } = describeScript(script, chain)
  return {
    scriptpubkey: hex.encode(script),
    scriptpubkey_type: types[kind],
    ...(address ? { scriptpubkey_address: address } : {}),
    value: Number(amount),
  }
}

export function describeBlock(block: Block, index: ChainIndex): object {
  const times = index.blocks.slice(Math.max(0, block.height - 10), block.height + 1).map(({ time }) => time)
  return {
    id: block.hash,
    height: block.height,
    version: block.version,
    timestamp: block.time,
    tx_count: block.transactions.length,
    size: block.size,
    weight: block.weight,
    merkle_root: block.merkleRoot,
    previousblockhash: block.height > 0 ? block.previous : null,
    mediantime: times.sort((one, other) => one - other)[Math.floor(times.length / 2)],
    nonce: block.nonce,
    bits: block.bits,
    difficulty: 0,
  }
}
