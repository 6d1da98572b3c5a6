import { describe, expect, test } from 'vitest'
import { createUniversalNamespace } from './createUniversalNamespace.ts'

describe('createUniversalNamespace', () => {
  test.each([
    ['eip155', 8453, 'eip155:8453'],
    ['eip155', '0x2105', 'eip155:8453'],
    ['eip155', 'eip155:8453', 'eip155:8453'],
    ['solana', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    ['bip122', 'bip122:000000000019d6689c085ae165831e93', 'bip122:000000000019d6689c085ae165831e93'],
  ] as const)('param: the network of %s given as %j', (id, given, expected) => {
    expect(createUniversalNamespace(id).toNetworkId(given)).toBe(expected)
  })

  test.each(['', 'solana:1', 'mainnet 1', 1.5])('error: %j is not a network of eip155', (given) => {
    expect(() => createUniversalNamespace('eip155').toNetworkId(given)).toThrow('CAIP-2')
  })

  test('behavior: only hexadecimal and Bech32 addresses are the same in another letter case', () => {
    const { isSameAddress } = createUniversalNamespace('eip155')
    expect(isSameAddress('0xAbCd', '0xabcd')).toBe(true)
    expect(isSameAddress('BC1QXY', 'bc1qxy')).toBe(true)
    expect(isSameAddress('0xabcd', '0xabce')).toBe(false)
    const base58 = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    expect(isSameAddress(base58, base58)).toBe(true)
    expect(isSameAddress(base58, base58.toLowerCase())).toBe(false)
  })

  test('behavior: the traits of the namespaces: names, NFTs, sign-in while connecting, addresses', () => {
    const traits = (['eip155', 'solana', 'bip122'] as const).map((id) => {
      const {
        hasNames = false,
        hasNfts = true,
        hasOneClickAuth = false,
        hasAddressPerNetwork = false,
      } = createUniversalNamespace(id)
      return [hasNames, hasNfts, hasOneClickAuth, hasAddressPerNetwork]
    })
    expect(traits).toEqual([
      [true, true, true, false],
      [false, true, false, false],
      [false, false, false, true],
    ])
  })

  test('behavior: finds no wallets', () => {
    const lists: unknown[] = []
    const onConnectors = (list: unknown) => lists.push(list)
    createUniversalNamespace('eip155').discover({ onConnectors, announced: true, injected: true })()
    expect(lists).toEqual([[]])
  })
})
