import { describe, expect, test } from 'vitest'
import { formatCaipAddress, InvalidCaipError, isCaipAddress, parseCaipAddress } from '../index.ts'

const address = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'

describe('parseCaipAddress', () => {
  test.each([
    [`eip155:1:${address}`, { namespace: 'eip155', reference: '1', address }],
    [
      'bip122:000000000019d6689c085ae165831e93:128Lkh3S7CkDTBZ8W7BbpsN3YYizJMp8p6',
      {
        namespace: 'bip122',
        reference: '000000000019d6689c085ae165831e93',
        address: '128Lkh3S7CkDTBZ8W7BbpsN3YYizJMp8p6',
      },
    ],
  ])('behavior: %s', (text, parts) => {
    expect(parseCaipAddress(text)).toEqual(parts)
    expect(formatCaipAddress(parts)).toBe(text)
    expect(isCaipAddress(text)).toBe(true)
  })

  test.each([
    '',
    ':',
    '::',
    'eip155:1',
    `eip155:1:${address}:2`,
    `eip155:01:${address}`,
    `eip155:1:${address.slice(0, -2)}`,
    `eip155:1:${address}\n`,
    'eip155:1:vitalik.eth',
  ])('error: %j', (text) => {
    expect(isCaipAddress(text)).toBe(false)
    expect(() => parseCaipAddress(text)).toThrow(InvalidCaipError)
  })
})

describe('formatCaipAddress', () => {
  test('error: invalid parts', () => {
    expect(() => formatCaipAddress({ namespace: 'eip155', reference: 1, address: '0x1' })).toThrow(
      InvalidCaipError,
    )
    expect(() => formatCaipAddress({ namespace: 'eip155', reference: '1:2', address })).toThrow(
      InvalidCaipError,
    )
  })
})
