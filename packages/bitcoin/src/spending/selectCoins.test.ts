import { hex } from '@scure/base'
import { p2pkh, p2sh, p2tr, p2wpkh, Transaction } from '@scure/btc-signer'
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Coin } from './Coin.ts'
import { dustLimit } from './dustLimit.ts'
import { scriptKind } from './scriptKind.ts'
import { selectCoins, spendableAmount } from './selectCoins.ts'
import { transactionSize } from './transactionSize.ts'

const key = new Uint8Array(32).fill(7)
const payments = {
  p2pkh: p2pkh(pubECDSA(key)),
  p2sh: p2sh(p2wpkh(pubECDSA(key))),
  p2wpkh: p2wpkh(pubECDSA(key)),
  p2tr: p2tr(pubSchnorr(key)),
}
const kinds = Object.keys(payments) as (keyof typeof payments)[]
const scripts = kinds.map((kind) => payments[kind].script)

const coins = fc
  .array(fc.bigInt({ min: 0n, max: 5_000_000n }), { minLength: 1, maxLength: 30 })
  .map((values) =>
    values.map((value, vout): Coin => ({ txid: 'ab'.repeat(32), vout, value, isConfirmed: true })),
  )
const rate = fc.bigInt({ min: 1000n, max: 2_000_000n })
const anyScript = fc.constantFrom(...scripts)
const sum = (of: readonly Coin[]) => of.reduce((total, { value }) => total + value, 0n)

describe('selectCoins', () => {
  test('behavior: inputs are worth amount, change and fee, and the fee is at the rate', () => {
    const amount = fc.bigInt({ min: 1n, max: 20_000_000n })
    fc.assert(
      fc.property(
        coins,
        anyScript,
        anyScript,
        amount,
        rate,
        fc.boolean(),
        (of, from, to, units, by, isAll) => {
          const selection = selectCoins({ coins: of, from, to, amount: units, rate: by, isAll })
          const most = spendableAmount({ coins: of, from, to, rate: by })
          expect(selection !== undefined).toBe(units <= most)
          if (!selection) return
          const { coins: spent, change, fee } = selection
          expect(sum(spent)).toBe(units + change + fee)
          expect(new Set(spent).size).toBe(spent.length)
          expect(change === 0n || change >= dustLimit(from)).toBe(true)
          const outputs = change > 0n ? [to, from] : [to]
          const least = by * BigInt(transactionSize({ from, coins: spent.length, outputs }))
          expect(fee * 1000n >= least).toBe(true)
          // What is paid beyond that was too small to be change.
          const withChange = by * BigInt(transactionSize({ from, coins: spent.length, outputs: [to, from] }))
          expect((fee - dustLimit(from)) * 1000n <= withChange + 1000n).toBe(true)
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('behavior: the maximum spends all coins that are worth it, without change', () => {
    fc.assert(
      fc.property(coins, anyScript, anyScript, rate, (of, from, to, by) => {
        const amount = spendableAmount({ coins: of, from, to, rate: by })
        expect(amount < sum(of) || sum(of) === 0n).toBe(true)
        if (amount === 0n) return
        const selection = selectCoins({ coins: of, from, to, amount, rate: by, isAll: true })
        expect(selection?.change).toBe(0n)
        expect(amount + (selection?.fee ?? 0n)).toBe(sum(selection?.coins ?? []))
        const none = selectCoins({ coins: of, from, to, amount: amount + 1n, rate: by, isAll: true })
        expect(none).toBeUndefined()
      }),
      { numRuns: 2000 },
    )
  })

  test('behavior: a coin that arrived since the maximum was read becomes change, not fee', () => {
    const from = payments.p2wpkh.script
    const coin = (value: bigint, vout: number): Coin => ({
      txid: 'ab'.repeat(32),
      vout,
      value,
      isConfirmed: true,
    })
    const amount = spendableAmount({ coins: [coin(100_000n, 0)], from, to: from, rate: 5000n })
    const later = [coin(100_000n, 0), coin(9_000_000n, 1)]
    const selection = selectCoins({ coins: later, from, to: from, amount, rate: 5000n, isAll: true })
    expect(selection?.coins).toHaveLength(2)
    expect(selection?.fee).toBeLessThan(2000n)
  })
})

describe('transactionSize', () => {
  test.each(kinds)('behavior: is at least, and hardly more than, a signed transaction from %s', (kind) => {
    const payment = payments[kind]
    expect(scriptKind(payment.script)).toBe(kind)
    for (const inputs of [1, 2, 7])
      for (const outputs of [scripts.slice(0, 1), scripts.slice(1, 3), scripts]) {
        const transaction = new Transaction()
        for (let index = 0; index < inputs; index++) {
          const source = new Transaction({ allowUnknownInputs: true })
          source.addOutput({ script: payment.script, amount: 1_000_000n })
          source.addInput({
            txid: hex.encode(new Uint8Array(32).fill(index + 1)),
            index: 0,
            finalScriptSig: new Uint8Array([0x51]),
          })
          transaction.addInput({
            ...payment,
            txid: source.id,
            index: 0,
            ...(kind === 'p2pkh'
              ? { nonWitnessUtxo: source.toBytes(true, false) }
              : { witnessUtxo: { script: payment.script, amount: 1_000_000n } }),
          })
        }
        for (const script of outputs) transaction.addOutput({ script, amount: 10_000n })
        transaction.sign(key)
        transaction.finalize()
        const size = transactionSize({ from: payment.script, coins: inputs, outputs })
        expect(size).toBeGreaterThanOrEqual(transaction.vsize)
        expect(size).toBeLessThanOrEqual(transaction.vsize + (kind === 'p2pkh' ? 3 : 1) * inputs + 1)
      }
  })
})

describe('dustLimit', () => {
  test('behavior: is the smallest output that nodes pass on', () => {
    expect(scripts.map(dustLimit)).toEqual([546n, 540n, 294n, 330n])
    expect(dustLimit(new Uint8Array([0, 32, ...new Uint8Array(32)]))).toBe(330n)
  })
})
