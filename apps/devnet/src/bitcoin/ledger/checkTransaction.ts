import { kindOf, type ScriptKind } from '../chain/describeScript.ts'
import { type BitcoinTransaction, noTxid } from '../chain/readTransaction.ts'
import { Reject } from './Reject.ts'

const maxMoney = 21_000_000n * 100_000_000n
const maxStandardWeight = 400_000
/** Minimum size: a transaction of 64 bytes could be confused with an inner node of the merkle tree. */
const minBytes = 65

/** Dust limit: spending a smaller output costs more than its value. */
const dust: Partial<Record<ScriptKind, bigint>> = {
  p2pk: 576n,
  p2pkh: 546n,
  p2sh: 540n,
  p2wpkh: 294n,
  p2wsh: 330n,
  p2tr: 330n,
}

/**
 * Checks a transaction without its inputs' coins: consensus rules first, then relay policy.
 *
 * @throws {Reject}
 */
export function checkTransaction(transaction: BitcoinTransaction): void {
  const { inputs, outputs, version, weight, raw } = transaction
  if (inputs.length === 0) throw new Reject('bad-txns-vin-empty')
  if (outputs.length === 0) throw new Reject('bad-txns-vout-empty')
  let total = 0n
  for (const { amount } of outputs) {
    if (BigInt.asIntN(64, amount) < 0n) throw new Reject('bad-txns-vout-negative')
    if (amount > maxMoney) throw new Reject('bad-txns-vout-toolarge')
    total += amount
    if (total > maxMoney) throw new Reject('bad-txns-txouttotal-toolarge')
  }
  const spent = inputs.map(({ txid, vout }) => `${txid}:${vout}`)
  if (new Set(spent).size < spent.length) throw new Reject('bad-txns-inputs-duplicate')
  if (transaction.isCoinbase) throw new Reject('coinbase')
  if (inputs.some(({ txid }) => txid === noTxid)) throw new Reject('bad-txns-prevout-null')
  if (version < 1 || version > 3) throw new Reject('version')
  if (weight > maxStandardWeight) throw new Reject('tx-size')
  if (raw.length < minBytes) throw new Reject('tx-size-small')
  for (const { script, amount } of outputs) {
    const kind = kindOf(script)
    if (kind === 'unknown') throw new Reject('scriptpubkey')
    if (amount < (dust[kind] ?? 0n)) throw new Reject('dust')
  }
}
