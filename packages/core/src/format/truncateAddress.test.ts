import { describe, expect, test } from 'vitest'
import { truncateAddress } from './truncateAddress.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

describe('truncateAddress', () => {
  test.each([
    [address, {}, '0xf3…b92266'],
    ['5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', {}, '5eyk…qZKvdp'],
    ['0123456789', {}, '0123456789'],
    ['0123456789a', {}, '0123…56789a'],
    ['', {}, ''],
    [address, { start: 6, end: 4 }, '0xf39F…2266'],
    [address, { start: 6, end: 0 }, '0xf39F…'],
    [address, { start: 0, end: 4 }, '…2266'],
    [address, { start: 100 }, address],
  ])('param: %s with %j is %s', (given, options, expected) => {
    expect(truncateAddress(given, options)).toBe(expected)
  })
})
