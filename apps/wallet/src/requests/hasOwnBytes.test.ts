import fc from 'fast-check'
import { concatHex, encodeAbiParameters, type Hex, parseAbiParameters, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { hasOwnBytes } from './hasOwnBytes.ts'

const words = (...numbers: number[]) => concatHex(numbers.map((number) => toHex(number, { size: 32 })))
const bytes = fc.uint8Array({ maxLength: 100 }).map((array) => toHex(array))
const lists = parseAbiParameters('uint256 deadline, bytes[] data')
const calls = parseAbiParameters('(address target, bytes callData)[] calls')
const pairs = parseAbiParameters(
  '(uint160 a, uint48 b)[] pairs, string reason, (bytes x, (bool y, bytes[] z) inner) last',
)
const target = `0x${'11'.repeat(20)}` as const

describe('hasOwnBytes', () => {
  test('behavior: true for whatever an encoder writes, false for a word more or less', () => {
    const encoded = fc.oneof(
      fc
        .array(bytes, { maxLength: 5 })
        .map((data) => [lists, encodeAbiParameters(lists, [1n, data])] as const),
      fc
        .array(bytes, { maxLength: 5 })
        .map(
          (data) =>
            [calls, encodeAbiParameters(calls, [data.map((callData) => ({ target, callData }))])] as const,
        ),
      fc
        .tuple(fc.nat({ max: 4 }), fc.string(), bytes, fc.array(bytes, { maxLength: 4 }))
        .map(([count, reason, x, z]) => {
          const list = Array.from({ length: count }, () => ({ a: 1n, b: 2 }))
          return [pairs, encodeAbiParameters(pairs, [list, reason, { x, inner: { y: true, z } }])] as const
        }),
    )
    fc.assert(
      fc.property(encoded, ([parameters, content]) => {
        expect(hasOwnBytes(parameters, content)).toBe(true)
        expect(hasOwnBytes(parameters, concatHex([content, words(0)]))).toBe(false)
        expect(hasOwnBytes(parameters, content.slice(0, -64) as Hex)).toBe(false)
      }),
      { numRuns: 200 },
    )
  })

  test.each<[string, Hex]>([
    ['two offsets to the same item', words(1, 64, 2, 64, 64, 32, 7)],
    ['an offset beyond the end', words(1, 64, 1, 9999, 0)],
    ['an offset that no number holds', concatHex([words(1, 64, 1), `0x${'ff'.repeat(32)}`, words(0)])],
    ['a length that is more than there is', words(1, 64, 1, 32, 2 ** 40)],
    ['more items than there are bytes', words(1, 64, 2 ** 40)],
    ['nothing', '0x'],
    ['half a word', '0x00'],
  ])('attack: %s', (_, content) => {
    expect(hasOwnBytes(lists, content)).toBe(false)
  })
})
