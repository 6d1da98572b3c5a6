import fc from 'fast-check'
import { maxUint256, hashTypedData as viemHash } from 'viem'
import { describe, expect, test } from 'vitest'
import { address, domain, spender, token } from '../../test/askTypedData.ts'
import { showLanguage } from '../language/language.ts'
import { hashTypedData } from './hashTypedData.ts'
import { readTypedData } from './readTypedData.ts'

describe('hashTypedData', () => {
  const atoms: [string, fc.Arbitrary<unknown>][] = [
    ['uint256', fc.bigInt(0n, maxUint256).map(String)],
    ['uint8', fc.integer({ min: 0, max: 255 })],
    ['int128', fc.bigInt(-(2n ** 127n), 2n ** 127n - 1n).map(String)],
    ['bool', fc.boolean()],
    ['address', fc.constantFrom(address, spender, token)],
    ['bytes', fc.uint8Array({ maxLength: 70 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)],
    [
      'bytes4',
      fc.uint8Array({ minLength: 4, maxLength: 4 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
    ],
    ['string', fc.string({ unit: 'grapheme', maxLength: 40 })],
  ]
  const field = fc.oneof(
    ...atoms.map(([type, value]) => value.map((made) => ({ type, value: made }))),
    ...atoms.map(([type, value]) =>
      fc.array(value, { maxLength: 4 }).map((made) => ({ type: `${type}[]`, value: made as unknown })),
    ),
  )
  const struct = fc.array(field, { minLength: 1, maxLength: 5 })

  test('behavior: a struct that is not there is said in the visitor’s language', () => {
    const data = {
      domain,
      primaryType: 'Outer',
      types: { Outer: [{ name: 'inner', type: 'Inner' }], Inner: [{ name: 'amount', type: 'uint256' }] },
      message: { inner: null },
    }
    const shown = () => JSON.stringify(hashTypedData(readTypedData(data)).messageTree)
    expect(shown()).toContain('(nothing)')
    showLanguage({ tag: 'de', groups: { approve: { 'typed.fields.nothing': '(nichts)' } } })
    try {
      expect(shown()).toContain('(nichts)')
    } finally {
      showLanguage({ tag: 'en', groups: {} })
    }
  })

  test('behavior: the hash equals viem’s for any data', () => {
    fc.assert(
      fc.property(struct, fc.array(struct, { maxLength: 3 }), (outer, inner) => {
        const fieldsOf = (fields: typeof outer) =>
          fields.map(({ type }, index) => ({ name: `f${index}`, type }))
        const valuesOf = (fields: typeof outer) =>
          Object.fromEntries(fields.map(({ value }, index) => [`f${index}`, value]))
        const nested = Object.fromEntries(inner.map((fields, index) => [`Inner${index}`, fieldsOf(fields)]))
        const data = {
          domain,
          primaryType: 'Outer',
          types: {
            Outer: [
              ...fieldsOf(outer),
              ...inner.map((_, index) => ({ name: `inner${index}`, type: `Inner${index}` })),
            ],
            ...nested,
          },
          message: {
            ...valuesOf(outer),
            ...Object.fromEntries(inner.map((fields, index) => [`inner${index}`, valuesOf(fields)])),
          },
        }
        expect(hashTypedData(readTypedData(data)).hash).toBe(viemHash(data as Parameters<typeof viemHash>[0]))
      }),
      { numRuns: 150 },
    )
  })
})
