import { arbitrum, mainnet } from '@portico/core/networks'
import { describe, expect, test } from 'vitest'
import { toNameRecord } from './toNameRecord.ts'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const bytes = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

describe('toNameRecord', () => {
  test('behavior: the coin type of the network comes before that of Ethereum', () => {
    expect(toNameRecord({ address, network: mainnet })).toEqual({ coinTypes: [60], bytes })
    // An example of ENSIP-11.
    expect(toNameRecord({ address, network: arbitrum })).toEqual({ coinTypes: [2147525809, 60], bytes })
    expect(toNameRecord({ address, network: { ...mainnet, id: 2 ** 32 } }).coinTypes).toEqual([60])
  })
})
