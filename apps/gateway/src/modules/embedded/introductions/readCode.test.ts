import { describe, expect, test } from 'vitest'
import { createCode } from './createCode.ts'
import { readCode } from './readCode.ts'

describe('readCode', () => {
  test.each([
    ['k7qm2p', 'K7QM2P'],
    ['OoIiLl', '001111'],
    [' K7QM-2P ABCD—', 'K7QM2PABCD—'],
    ['012345', '012345'],
  ])('behavior: reads %j as %j', (text, code) => {
    expect(readCode(text)).toBe(code)
  })

  test('behavior: does not change a code', () => {
    for (const format of ['digits', 'short', 'long'] as const)
      for (let count = 0; count < 200; count++) {
        const code = createCode(format)
        expect(readCode(code)).toBe(code)
      }
  })
})
