import { describe, expect, test } from 'vitest'
import { toNameRecord } from './toNameRecord.ts'

describe('toNameRecord', () => {
  // An example of ENSIP-9.
  test('behavior: the record of an address is its 32 bytes', () => {
    expect(toNameRecord({ address: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' })).toEqual({
      coinTypes: [501],
      bytes: '0x06ddf6e1d765a193d9cbe146ceeb79ac1cb485ed5f5b37913a8cf5857eff00a9',
    })
  })
})
