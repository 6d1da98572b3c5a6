import fc from 'fast-check'
import { decodeFunctionData, encodeFunctionData, type Hex, parseAbiItem, toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { swapAbis } from '../swapAbis.ts'
import { routerAbi } from '../testing/routerAbi.ts'
import type { AbiType, AbiValue } from './AbiType.ts'
import { decodeAbi } from './decodeAbi.ts'
import { encodeAbi } from './encodeAbi.ts'
import { parseAbiType } from './parseAbiType.ts'

const runs = Number(process.env.FUZZ_RUNS ?? 300)

function valuesOf(type: AbiType): fc.Arbitrary<AbiValue> {
  const hexOf = (bytes: { minLength: number; maxLength: number }) =>
    fc.uint8Array(bytes).map((one) => `0x${Buffer.from(one).toString('hex')}`)
  switch (type.kind) {
    case 'uint':
      return fc.bigInt(0n, 2n ** BigInt(type.bits) - 1n)
    case 'address':
      return hexOf({ minLength: 20, maxLength: 20 })
    case 'bytes32':
      return hexOf({ minLength: 32, maxLength: 32 })
    case 'bytes':
      return hexOf({ minLength: 0, maxLength: 70 })
    case 'list':
      return fc.array(valuesOf(type.of), { maxLength: 4 })
    case 'tuple':
      return fc.tuple(...type.of.map(valuesOf))
  }
}

/** viem's form: small numbers are numbers, addresses have a checksum. */
function normalise(value: unknown): unknown {
  if (typeof value === 'number') return BigInt(value)
  if (typeof value === 'string') return value.toLowerCase()
  if (Array.isArray(value)) return value.map(normalise)
  if (typeof value === 'object' && value !== null) return Object.values(value).map(normalise)
  return value
}

describe('encodeAbi and decodeAbi', () => {
  test('behavior: the functions have the selectors and types of the contracts', () => {
    const declared = new Set(routerAbi.map((item) => toFunctionSelector(item)))
    for (const selector of Object.keys(swapAbis)) expect(declared, selector).toContain(selector)
  })

  test.each(Object.entries(swapAbis))('behavior: %s equals viem, both ways', (selector, [, types]) => {
    const type = parseAbiType(types)
    const item = routerAbi.find((one) => toFunctionSelector(one) === selector)
    const abi = [parseAbiItem(`function f${types}`)]
    fc.assert(
      fc.property(valuesOf(type), (value) => {
        const hex = encodeAbi(type, value)
        const theirs = encodeFunctionData({ abi, functionName: 'f', args: value as never })
        expect(hex).toBe(theirs.slice(10))
        expect(decodeAbi(type, hex)).toEqual(value)
        const { args } = decodeFunctionData({ abi: [item] as never, data: `${selector}${hex}` as Hex })
        expect(normalise(args ?? [])).toEqual(value)
      }),
      { numRuns: runs },
    )
  })

  test('error: encodings that are not canonical', () => {
    const type = parseAbiType('(address,uint24,bytes)')
    const hex = encodeAbi(type, [`0x${'11'.repeat(20)}`, 3000n, '0xabcd'])
    const [address = '', fee = '', offset = '', length = '', bytes = ''] = hex.match(/.{64}/g) ?? []
    for (const wrong of [
      // Set bits above an address or a number
      `${'1'.padStart(24, '0')}${address.slice(24)}${fee}${offset}${length}${bytes}`,
      `${address}${'1'.padStart(58, '0')}${fee.slice(58)}${offset}${length}${bytes}`,
      // A gap before the bytes
      `${address}${fee}${'80'.padStart(64, '0')}${'0'.repeat(64)}${length}${bytes}`,
      // Something behind the bytes, and behind all
      `${address}${fee}${offset}${length}${bytes.slice(0, 62)}01`,
      `${hex}00`,
      `${hex}${'0'.repeat(64)}`,
      hex.slice(0, -2),
      hex.slice(0, -64),
      // An offset into the head, one before the start, a huge length
      `${address}${fee}${'0'.repeat(64)}${length}${bytes}`,
      `${address}${fee}${'f'.repeat(64)}${length}${bytes}`,
      `${address}${fee}${offset}${'f'.repeat(64)}${bytes}`,
      '',
    ])
      expect(decodeAbi(type, wrong), wrong).toBeUndefined()
    expect(decodeAbi(type, hex)).toBeDefined()
  })

  test('error: too many items', () => {
    const type = parseAbiType('(address[])')
    const list = (length: number) => encodeAbi(type, [new Array<string>(length).fill(`0x${'22'.repeat(20)}`)])
    expect(decodeAbi(type, list(64))).toBeDefined()
    expect(decodeAbi(type, list(65))).toBeUndefined()
  })
})
