import { garbageChainIds } from '@portico/testkit/hostile'
import { describe, expect, test } from 'vitest'
import { parseChainId } from './parseChainId.ts'

describe('parseChainId', () => {
  test.each([
    ['0x7a69', 31337],
    ['0x7A69', 31337],
    ['31337', 31337],
    [31337, 31337],
    ['0x0000000000007a69', 31337],
    ['0x1fffffffffffff', Number.MAX_SAFE_INTEGER],
    ['0x20000000000000', undefined],
    ['9007199254740992', undefined],
    ['0x0', undefined],
    [0, undefined],
    [-1, undefined],
    ['1e3', undefined],
    [' 1', undefined],
    ['0x7a69\n', undefined],
    [1n, undefined],
  ])('behavior: %s', (value, id) => {
    expect(parseChainId(value)).toBe(id)
  })

  test('behavior: invalid values are undefined, unless they can only mean one chain', () => {
    for (const value of Object.values(garbageChainIds))
      expect([31337, undefined]).toContain(parseChainId(value))
  })
})
