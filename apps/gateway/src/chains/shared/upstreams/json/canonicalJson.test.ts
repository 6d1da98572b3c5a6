import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from './canonicalJson.ts'
import { readItems } from './readItems.ts'
import { readMembers } from './readMembers.ts'

describe('readMembers', () => {
  test('behavior: returns decoded names and raw values, duplicates included', () => {
    const text = ' { "a" : 1.0 ,\n"b\\u0061":"x\\"}\\\\" , "a":{"c":[1,{"d":"]"}]}, "e":-1e400,"f":[ ]} '
    expect(readMembers(text, 1)).toEqual([
      { name: 'a', value: '1.0' },
      { name: 'ba', value: '"x\\"}\\\\"' },
      { name: 'a', value: '{"c":[1,{"d":"]"}]}' },
      { name: 'e', value: '-1e400' },
      { name: 'f', value: '[ ]' },
    ])
    expect(readMembers('{ }')).toEqual([])
  })
})

describe('readItems', () => {
  test('behavior: agrees with JSON.parse for any value and spacing', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.nat({ max: 3 }), (values, spaces) => {
        const items = readItems(JSON.stringify(values, undefined, spaces))
        expect(items.map((item) => JSON.parse(item))).toEqual(JSON.parse(JSON.stringify(values)))
      }),
      { numRuns: 500 },
    )
  })
})

describe('canonicalJson', () => {
  test('behavior: equal values have the same text', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })),
        fc.nat({ max: 3 }),
        (value, spaces) => {
          const reversed = Object.fromEntries(Object.entries(value).reverse())
          const one = canonicalJson(JSON.stringify(value))
          expect(canonicalJson(JSON.stringify(reversed, undefined, spaces))).toBe(one)
          expect(JSON.stringify(JSON.parse(one ?? '')).length).toBe(JSON.stringify(value).length)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('behavior: ignores the case of hex, but not digits beyond double precision', () => {
    expect(canonicalJson('["0xABcd", "latEst"]')).toBe('["0xabcd","latEst"]')
    expect(canonicalJson('[9007199254740993]')).not.toBe(canonicalJson('[9007199254740992]'))
  })

  test('error: undefined for duplicate members, even if escaped, and for deep nesting', () => {
    expect(canonicalJson('[{"a":1,"a":2}]')).toBeUndefined()
    expect(canonicalJson('[{"a":1,"\\u0061":2}]')).toBeUndefined()
    expect(canonicalJson('['.repeat(100_000) + ']'.repeat(100_000))).toBeUndefined()
  })
})
