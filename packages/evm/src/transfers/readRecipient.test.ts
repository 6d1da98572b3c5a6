import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineChain, mainnet, polygon } from '@portico/core/networks'
import fc from 'fast-check'
import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { readRecipient } from './readRecipient.ts'
import { toPaymentLink } from './toPaymentLink.ts'

const root = resolve(import.meta.dirname, '../../../..')
const file = resolve(root, process.env.VECTORS_DIR ?? '../shared/vectors', 'nasty-strings/nasty.json')
const isSkipped = !existsSync(file) && !process.env.CI

const ada = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const token = '0x700b6A60ce7EaaEA56F065753d8dcB9653dbAD35'
const read = (text: string, network = mainnet) => readRecipient({ text, network })

describe('readRecipient', () => {
  test('behavior: an address in lower case gets its checksum', () => {
    expect(read(ada.toLowerCase())).toEqual({ address: ada })
    expect(read(ada)).toEqual({ address: ada })
  })

  test.each([
    ['a wrong letter in mixed case', ada.replace(/[a-f]/, (letter) => letter.toUpperCase())],
    ['the zero address', `0x${'0'.repeat(40)}`],
    ['a precompile', `0x${'0'.repeat(39)}1`],
    ['a newer precompile', `0x${'0'.repeat(37)}100`],
    ['an address without 0x', ada.slice(2)],
    ['an address that is too long', `${ada}0`],
    ['two addresses', `${ada} ${ada}`],
    ['an address with an invisible character', `${ada.slice(0, 9)}\u200b${ada.slice(9)}`],
    ['a name', 'vitalik.eth'],
  ])('error: %s cannot receive', (_, text) => {
    expect(read(text)).toBeUndefined()
    expect(read(`eth:${text}`)).toBeUndefined()
    expect(read(`ethereum:${text}`)).toBeUndefined()
  })

  test('behavior: the prefix must be this network’s (ERC-3770, CAIP-10)', () => {
    expect(read(`eth:${ada}`)).toEqual({ address: ada })
    expect(read(`eip155:1:${ada}`)).toEqual({ address: ada })
    expect(read(`pol:${ada}`, polygon)).toEqual({ address: ada })
    expect(read(`matic:${ada}`, polygon)).toEqual({ address: ada })
    for (const prefix of ['pol', 'eip155:137', 'eip155', 'unknown', '', 'bip122:1', 'constructor', 'ETH'])
      expect(read(`${prefix}:${ada}`)).toBeUndefined()
  })

  test('behavior: a network without a short name accepts its CAIP-10 prefix only', () => {
    const local = defineChain({ ...mainnet, id: 31337, caipNetworkId: 'eip155:31337' })
    expect(read(`eip155:31337:${ada}`, local)).toEqual({ address: ada })
    expect(read(`eth:${ada}`, local)).toBeUndefined()
  })

  test.each([
    ['', undefined],
    ['@1', undefined],
    ['?value=2.014e18', 2_014_000_000_000_000_000n],
    ['?value=2014000000000000000', 2_014_000_000_000_000_000n],
    ['@1?value=1E3', 1000n],
    ['?value=0', 0n],
    ['?value=0.0', 0n],
    ['?value=1.50e1', 15n],
    ['?value=1e', 1n],
    ['?gas=21000&gasPrice=50', undefined],
    [`?value=${2n ** 256n - 1n}`, 2n ** 256n - 1n],
  ])('behavior: a link with %j asks for %s', (rest, units) => {
    const amount = units === undefined ? {} : { amount: { units } }
    expect(read(`ethereum:${ada}${rest}`)).toEqual({ address: ada, ...amount, isLink: true })
    expect(read(`ETHEREUM:pay-${ada}${rest}`)).toEqual({ address: ada, ...amount, isLink: true })
  })

  test.each([
    '@137',
    '@01',
    '@',
    '@0x1',
    '?value=1.5',
    '?value=1.25e1',
    '?value=-1',
    '?value=',
    '?value=1e78',
    '?value=1e99999999999',
    `?value=${2n ** 256n}`,
    '?value=0x10',
    '?value=1,5',
    '?value=Infinity',
    '?value=1&value=2',
    '?uint256=1&uint256=1',
    '/approve?address=x',
    '/',
    `/transfer?address=${token}&address=${ada}`,
    '/transfer?uint256=1',
    '/transfer?address=name.eth&uint256=1',
    `/transfer?address=${token}&uint256=1&value=1`,
    `/transferFrom?address=${token}&uint256=1`,
  ])('error: a link with %j is refused', (rest) => {
    expect(read(`ethereum:${ada}${rest}`)).toBeUndefined()
  })

  test('behavior: a link can ask for a token', () => {
    expect(read(`ethereum:${token}@1/transfer?address=${ada}&uint256=1.5e6`)).toEqual({
      address: ada,
      token,
      amount: { units: 1_500_000n },
      isLink: true,
    })
    expect(read(`ethereum:${token}/transfer?address=${ada.toLowerCase()}`)).toEqual({
      address: ada,
      token,
      isLink: true,
    })
  })

  test('behavior: links say what they were made from, for all amounts', () => {
    const address = fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as const)
      .filter((text) => BigInt(text) > 0xffffn)
      .map((text) => getAddress(text))
    const amount = fc.option(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), { nil: undefined })
    const asset = fc.option(
      address.map((of) => ({ address: of, decimals: 6 })),
      { nil: undefined },
    )
    fc.assert(
      fc.property(address, amount, asset, (to, units, of) => {
        const link = toPaymentLink({ network: polygon, to, token: of, amount: units })
        expect(read(link, polygon)).toEqual({
          address: to,
          ...(of ? { token: of.address } : {}),
          ...(units === undefined ? {} : { amount: { units } }),
          isLink: true,
        })
        expect(read(link)).toBeUndefined()
      }),
    )
  })

  test('behavior: numbers are read as written, for all digits and exponents', () => {
    const digits = fc.stringMatching(/^\d{1,30}$/)
    fc.assert(
      fc.property(digits, digits, fc.integer({ min: 30, max: 40 }), (whole, fraction, exponent) => {
        const scaled = BigInt(whole + fraction) * 10n ** BigInt(exponent - fraction.length)
        expect(read(`ethereum:${ada}?value=${whole}.${fraction}e${exponent}`)?.amount).toEqual({
          units: scaled,
        })
      }),
    )
  })

  test('error: no text throws, and a text that is no plain address names none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const each of [text, `ethereum:${text}`, `ethereum:${ada}${text}`, `eth:${text}`]) {
          const address = read(each)?.address
          expect([undefined, ada]).toContain(address)
        }
      }),
    )
  })

  test.skipIf(isSkipped)('error: hostile texts neither throw nor receive', () => {
    const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: { value: string }[] }
    expect(cases.length).toBeGreaterThan(50)
    for (const { value } of cases)
      for (const text of [value, `ethereum:${value}`, `ethereum:${ada}@${value}`, `${value}:${ada}`])
        expect(read(text)).toBeUndefined()
  })
})
