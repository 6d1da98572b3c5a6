import { bitcoin, bitcoinSignet } from '@portico/core/networks'
import { describe, expect, test } from 'vitest'
import { toNameRecord } from './toNameRecord.ts'

describe('toNameRecord', () => {
  // Examples of ENSIP-9, and BIP-86's first address.
  test.each([
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '0x76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac'],
    ['3Ai1JZ8pdJb2ksieUV8FsxSNVJCpoPi8W6', '0xa91462e907b15cbf27d5425399ebf6f0fb50ebb88f1887'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '0x0014751e76e8199196d454941c45d1b3a323f1433bd6'],
    [
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      '0x512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    ],
  ])('behavior: the record of %s is its output script', (address, bytes) => {
    expect(toNameRecord({ address, network: bitcoin })).toEqual({ coinTypes: [0], bytes })
  })

  test('behavior: names have no addresses on test networks', () => {
    const address = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
    expect(toNameRecord({ address, network: bitcoinSignet }).coinTypes).toEqual([])
  })
})
