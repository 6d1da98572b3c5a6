import { describe, expect, test } from 'vitest'
import * as entry from './index.ts'

describe('@portico/evm', () => {
  test('behavior: exports', () => {
    expect(Object.keys(entry)).toEqual(['EvmAdapter', 'Ethers5Adapter', 'EthersAdapter', 'evm'])
  })
})
