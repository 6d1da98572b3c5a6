import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatCaipNetworkId, InvalidCaipError, isCaipNetworkId, parseCaipNetworkId } from '../index.ts'

describe('parseCaipNetworkId', () => {
  test.each([
    ['eip155:1', 'eip155', '1'],
    ['eip155:0', 'eip155', '0'],
    ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    ['bip122:000000000019d6689c085ae165831e93', 'bip122', '000000000019d6689c085ae165831e93'],
    ['starknet:SN_GOERLI', 'starknet', 'SN_GOERLI'],
  ])('behavior: %s', (text, namespace, reference) => {
    expect(parseCaipNetworkId(text)).toEqual({ namespace, reference })
    expect(formatCaipNetworkId({ namespace, reference })).toBe(text)
  })

  test('error: names the standard and shows the value', () => {
    expect(() => parseCaipNetworkId('1')).toThrowErrorMatchingInlineSnapshot(`
      [InvalidCaipError: Not a CAIP-2 identifier.

      Value: "1"
      Expected a string such as eip155:1]
    `)
  })

  test('error: a value that is not a string', () => {
    for (const value of [undefined, null, 1, {}, ['eip155:1']])
      expect(() => parseCaipNetworkId(value as never)).toThrow(InvalidCaipError)
  })

  test('behavior: for any text, returns parts that join to the same text, or throws InvalidCaipError', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.stringMatching(/^[-a-z0-9]{2,9}:[-_a-zA-Z0-9]{0,33}$/)),
        (text) => {
          expect(isCaipNetworkId(text)).toBe(roundTrip(text) === text)
        },
      ),
    )
  })
})

describe('formatCaipNetworkId', () => {
  test('param: a reference may be a number', () => {
    expect(formatCaipNetworkId({ namespace: 'eip155', reference: 8453 })).toBe('eip155:8453')
    expect(formatCaipNetworkId({ namespace: 'eip155', reference: 10n })).toBe('eip155:10')
  })
  test.each([-1, 1.5, 1e21, Number.NaN, ''])('error: reference %s', (reference) => {
    expect(() => formatCaipNetworkId({ namespace: 'eip155', reference })).toThrow(InvalidCaipError)
  })
})

function roundTrip(text: string): string | undefined {
  try {
    return formatCaipNetworkId(parseCaipNetworkId(text))
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidCaipError)
    return undefined
  }
}
