import { describe, expect, test } from 'vitest'
import { formatAmount } from './formatAmount.ts'

describe('formatAmount', () => {
  test.each([
    ['0', '0'],
    ['1', '1'],
    ['1.5', '1.5'],
    ['1.50', '1.5'],
    ['1.999', '1.99'],
    ['1234.56789', '1,234.56'],
    ['0001', '1'],
    ['0.01', '0.01'],
    ['0.009', '0.009'],
    ['0.0012345', '0.0012'],
    ['0.0010345', '0.001'],
    ['0.00999', '0.0099'],
    ['0.0123', '0.01'],
    ['0.000000000000000001', '0.000000000000000001'],
    ['0.000', '0'],
    ['1.0000001', '1'],
    [' 7 ', '7'],
    // Beyond the range of numbers: 2^256 - 1, in wei and in whole units.
    [
      '115792089237316195423570985008687907853269984665640564039457.584007913129639935',
      '115,792,089,237,316,195,423,570,985,008,687,907,853,269,984,665,640,564,039,457.58',
    ],
    ['9007199254740993', '9,007,199,254,740,993'],
    ['-1.239', '-1.23'],
    ['-0', '0'],
    ['-0.001', '-0.001'],
    ['-1000', '-1,000'],
    // Not decimal strings.
    ['', '0'],
    ['abc', '0'],
    ['1e21', '0'],
    ['NaN', '0'],
    ['Infinity', '0'],
    ['1,5', '0'],
    ['1.', '0'],
    ['.5', '0'],
    ['--1', '0'],
    ['0x10', '0'],
    ['１２', '0'],
    ['<b>1</b>', '0'],
  ])('behavior: %j is %s', (amount, expected) => {
    expect(formatAmount(amount)).toBe(expected)
  })

  test.each([
    ['1.23456', { decimals: 3 }, '1.234'],
    ['0.0004', { decimals: 3 }, '0.0004'],
    ['0.00045678', { decimals: 3, fixed: true }, '0.00045'],
    ['1.9', { decimals: 0 }, '1'],
    ['0.9', { decimals: 0 }, '0.9'],
    ['1', { fixed: true }, '1.00'],
    ['1.5', { fixed: true }, '1.50'],
    ['0', { fixed: true }, '0.00'],
    ['1.2', { decimals: 3, fixed: true }, '1.200'],
  ])('param: %j with %j is %s', (amount, options, expected) => {
    expect(formatAmount(amount, options)).toBe(expected)
  })

  test.each([
    ['de', '1.234,56'],
    ['es', '1234,56'],
    ['hi', '1,234.56'],
    ['fa', '1,234.56'],
    ['fr', '1\u202f234,56'],
  ])('param: locale, %s', (locale, expected) => {
    expect(formatAmount('1234.5678', { locale })).toBe(expected)
  })
})
