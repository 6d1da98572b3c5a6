import { expect, test } from 'vitest'
import { describeBitcoinTransaction } from './describeBitcoinTransaction.ts'
import type { BitcoinTransaction } from './esploraSchemas.ts'

const account = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const own = (value: number) => ({ scriptpubkey_address: account, value })

/** Describes a transaction that spends 10,000 satoshis of the account. */
function describe(vout: BitcoinTransaction['vout'], fee = 1000) {
  const { metadata, transfers } = write(own(10_000), vout, fee)
  return [transfers?.[0]?.direction, transfers?.[0]?.quantity.numeric, metadata.sentTo]
}

function write(input: BitcoinTransaction['vout'][number], vout: BitcoinTransaction['vout'], fee = 1000) {
  return describeBitcoinTransaction({
    chain: 'bip122:000000000019d6689c085ae165831e93',
    account,
    transaction: {
      txid: 'ab'.repeat(32),
      fee,
      vin: [{ prevout: input, is_coinbase: false }],
      vout,
      status: { confirmed: false },
    },
    now: 0,
  }).written
}

test('behavior: a payment to a script without an address counts as sent', () => {
  expect(describe([{ value: 7000 }, own(2000)])).toEqual(['out', '0.00007', ''])
})

test('behavior: an OP_RETURN output in a transaction to oneself is no payment', () => {
  expect(describe([{ value: 0 }, own(9000)])).toEqual(['self', '0.00009', account])
})

test('behavior: a transaction to oneself without a known fee', () => {
  expect(describe([own(9000)], 0)).toEqual(['self', '0.00009', account])
})

test('behavior: the account has signed what spends its outputs, and nothing else', () => {
  const lookAlike = { scriptpubkey_address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', value: 9000 }
  expect(write(own(10_000), [lookAlike]).metadata).toMatchObject({ isOwn: true, operationType: 'send' })
  const dust = write({ ...lookAlike, value: 10_000 }, [own(546), { ...lookAlike, value: 8000 }]).metadata
  expect(dust).toMatchObject({ isOwn: false, operationType: 'receive', sentTo: account })
})
