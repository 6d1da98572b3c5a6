import { concatHex, encodeAbiParameters, type Hex, parseAbiParameters, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { hasOwnBytes } from './hasOwnBytes.ts'

const list = (...items: Hex[]) => encodeAbiParameters(parseAbiParameters('bytes[]'), [items])
const words = (...numbers: (number | bigint)[]) =>
  concatHex(numbers.map((number) => toHex(number, { size: 32 })))

describe('hasOwnBytes', () => {
  test.each([[list()], [list('0x')], [list('0x11', `0x${'22'.repeat(100)}`, '0x')]])(
    'behavior: a list as libraries write it',
    (content) => {
      expect(hasOwnBytes(content, { maxItems: 3 })).toBe(true)
    },
  )

  test('param: bytesAt', () => {
    const type = parseAbiParameters('(address target, bytes data)[]')
    const target = `0x${'12'.repeat(20)}` as const
    const content = encodeAbiParameters(type, [
      [
        { target, data: '0x1234' },
        { target, data: '0x' },
      ],
    ])
    const bytesAt = (item: number, wordAt: (at: number) => number) => item + wordAt(item + 32)
    expect(hasOwnBytes(content, { maxItems: 2, bytesAt })).toBe(true)
    expect(hasOwnBytes(content, { maxItems: 1, bytesAt })).toBe(false)
  })

  test.each<[string, Hex]>([
    ['no bytes', '0x'],
    ['too many items', list('0x', '0x', '0x', '0x')],
    ['two offsets to the same item', concatHex([words(32, 2, 64, 64, 32), `0x${'11'.repeat(32)}`])],
    ['a list at another place', concatHex([words(64, 0, 0)])],
    ['an offset beyond the end', words(32, 1, 2 ** 20)],
    ['an offset that overflows', words(32, 1, 2n ** 256n - 1n)],
    ['a length beyond the end', words(32, 1, 32, 2 ** 20)],
    ['a length that overflows', words(32, 1, 32, 2n ** 256n - 32n)],
  ])('error: %s', (_, content) => {
    expect(hasOwnBytes(content, { maxItems: 3 })).toBe(false)
  })
})
