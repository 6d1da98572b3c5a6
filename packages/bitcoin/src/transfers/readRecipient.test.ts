import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { bitcoin, bitcoinTestnet } from '@portico/core/networks'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRecipient } from './readRecipient.ts'
import { toPaymentLink } from './toPaymentLink.ts'

const root = resolve(import.meta.dirname, '../../../..')
const file = resolve(root, process.env.VECTORS_DIR ?? '../shared/vectors', 'nasty-strings/nasty.json')
const isSkipped = !existsSync(file) && !process.env.CI

const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const taproot = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'
const legacy = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
const script = '35hK24tcLEWcgNA4JxpvbkNkoAcDGqQPsP'
const read = (text: string, network = bitcoin) => readRecipient({ text, network })

describe('readRecipient', () => {
  test.each([segwit, taproot, legacy, script])('behavior: reads %s', (address) => {
    expect(read(address)).toEqual({ address })
    expect(read(`bitcoin:${address}`)).toEqual({ address, isLink: true })
    expect(read(address, bitcoinTestnet)).toBeUndefined()
  })

  test('behavior: Bech32 ignores case, Base58 does not', () => {
    expect(read(segwit.toUpperCase())).toEqual({ address: segwit })
    expect(read(`BITCOIN:${segwit.toUpperCase()}?AMOUNT=0.5`)).toEqual({
      address: segwit,
      amount: { units: 50_000_000n },
      isLink: true,
    })
    expect(read(legacy.toLowerCase())).toBeUndefined()
    expect(read(`Bc1${segwit.slice(3)}`)).toBeUndefined()
  })

  test.each([
    ['', undefined],
    ['?', undefined],
    ['?label=Coffee&message=Thank%20you', undefined],
    ['?amount=20.3', 2_030_000_000n],
    ['?amount=0.00000001&label=x', 1n],
    ['?amount=1.000000000', 100_000_000n],
    ['?amount=0', 0n],
    ['?amount=21000000', 2_100_000_000_000_000n],
  ])('behavior: a link with %j asks for %s satoshi', (rest, units) => {
    const amount = units === undefined ? {} : { amount: { units } }
    expect(read(`bitcoin:${segwit}${rest}`)).toEqual({ address: segwit, ...amount, isLink: true })
  })

  test.each([
    '?amount=',
    '?amount=1e8',
    '?amount=1,5',
    '?amount=-1',
    '?amount=.5',
    '?amount=0.000000001',
    '?amount=21000000.00000001',
    '?amount=0x10',
    '?amount=1&amount=2',
    '?amount=1&AMOUNT=2',
    '?req-somethingyoudontunderstand=50',
    '?REQ-pj=1',
    '/',
    '#',
  ])('error: a link with %j is refused', (rest) => {
    expect(read(`bitcoin:${segwit}${rest}`)).toBeUndefined()
  })

  test('error: a link without an address is refused', () => {
    expect(read('bitcoin:?lightning=LNBC1')).toBeUndefined()
    expect(read(`bitcoin://${segwit}`)).toBeUndefined()
    expect(read(`litecoin:${segwit}`)).toBeUndefined()
  })

  test('behavior: links say what they were made from, for all amounts', () => {
    const address = fc.constantFrom(segwit, taproot, legacy, script)
    const amount = fc.option(fc.bigInt({ min: 0n, max: 2_100_000_000_000_000n }), { nil: undefined })
    fc.assert(
      fc.property(address, amount, (to, units) => {
        expect(read(toPaymentLink({ to, amount: units }))).toEqual({
          address: to,
          ...(units === undefined ? {} : { amount: { units } }),
          isLink: true,
        })
      }),
    )
  })

  test('behavior: an address with one changed character is refused', () => {
    const index = fc.nat({ max: legacy.length - 1 })
    const letter = fc.constantFrom(...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz')
    fc.assert(
      fc.property(fc.constantFrom(segwit, taproot, legacy, script), index, letter, (address, at, by) => {
        const changed = `${address.slice(0, at)}${by}${address.slice(at + 1)}`
        expect(read(changed)).toEqual(changed === address ? { address } : undefined)
      }),
    )
  })

  test('error: no text throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const each of [text, `bitcoin:${text}`, `bitcoin:${segwit}${text}`])
          expect([undefined, segwit]).toContain(read(each)?.address)
      }),
    )
  })

  test.skipIf(isSkipped)('error: hostile texts neither throw nor receive', () => {
    const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: { value: string }[] }
    expect(cases.length).toBeGreaterThan(50)
    for (const { value } of cases)
      for (const text of [value, `bitcoin:${value}`, `bitcoin:${segwit}?amount=${value}0.x`])
        expect(read(text)).toBeUndefined()
  })
})
