import { describe, expect, test } from 'vitest'
import { classifyRpcResult } from '../index.ts'

describe('classifyRpcResult', () => {
  test.each<[string, unknown, string]>([
    ['64 digits', `0x${'a'.repeat(64)}`, 'transactionHash'],
    ['64 digits in capitals', `0x${'A'.repeat(64)}`, 'transactionHash'],
    ['61 digits', `0x${'a'.repeat(61)}`, 'object'],
    ['62 digits', `0x${'a'.repeat(62)}`, 'signature-or-hash'],
    ['63 digits', `0x${'a'.repeat(63)}`, 'signature-or-hash'],
    ['65 digits', `0x${'a'.repeat(65)}`, 'signature-or-hash'],
    ['a signature', `0x${'a'.repeat(130)}`, 'signature-or-hash'],
    ['63 digits and another letter', `0x${'a'.repeat(63)}g`, 'object'],
    ['64 digits without 0x', 'a'.repeat(64), 'object'],
    ['64 digits with 0X', `0X${'a'.repeat(64)}`, 'object'],
    ['a trailing line break', `0x${'a'.repeat(64)}\n`, 'object'],
    ['base58', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d', 'object'],
    ['an object', { id: `0x${'a'.repeat(64)}` }, 'object'],
    ['a list', [`0x${'a'.repeat(64)}`], 'object'],
    ['nothing', undefined, 'object'],
  ])('behavior: %s', (_, value, kind) => {
    expect(classifyRpcResult(value)).toBe(kind)
  })
})
