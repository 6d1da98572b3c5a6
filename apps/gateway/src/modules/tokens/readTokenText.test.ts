import { encodeAbiParameters, stringToHex } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { readTokenText } from './readTokenText.ts'

const string = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])

describe('readTokenText', () => {
  test('behavior: a string', () => {
    expect(readTokenText({ data: string('USD Coin'), max: 120 })).toBe('USD Coin')
  })
  test('behavior: bytes32, as in MKR', () => {
    expect(readTokenText({ data: stringToHex('MKR', { size: 32 }), max: 120 })).toBe('MKR')
  })
  test('behavior: truncates and sanitizes', () => {
    expect(readTokenText({ data: string(`\u202e${'A'.repeat(500)}`), max: 32 })).toBe('A'.repeat(32))
  })
  test.each<[string, `0x${string}` | undefined]>([
    ['no answer', undefined],
    ['nothing', '0x'],
    ['an empty string', string('')],
    ['spaces', string('  \u200b ')],
    ['a length beyond the end', `0x${'20'.padStart(64, '0')}${'ff'.padStart(64, '0')}00`],
    ['a length of 2^255', `0x${'20'.padStart(64, '0')}${'8'.padEnd(64, '0')}`],
    ['an offset beyond the end', `0x${'ffffff'.padStart(64, '0')}${'01'.padStart(64, '0')}`],
  ])('error: %s is null', (_, data) => {
    expect(readTokenText({ data, max: 32 })).toBeNull()
  })
})
