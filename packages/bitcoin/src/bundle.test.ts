import { bundleEntry } from '@portico/bench/bundleEntry'
import { describe, expect, test } from 'vitest'

describe('@portico/bitcoin in a page', () => {
  test('behavior: loads discovery first and lazy-loads connectors, assets and @scure/btc-signer', async () => {
    const { atOnce, fetchedWith } = await bundleEntry({
      folder: import.meta.dirname,
      source: "import { BitcoinAdapter } from './index.ts'; console.log(new BitcoinAdapter())",
    })
    const connector = fetchedWith('createConnector')
    const assets = fetchedWith('createAssets')
    const transfers = fetchedWith('createTransfers')
    if (process.env.SIZES) console.log({ atOnce, connector, assets, transfers })
    expect(atOnce.packages).toEqual([])
    expect(atOnce.bytes).toBeLessThan(4000)
    expect(connector.packages).toEqual(['@noble/hashes', '@scure/base'])
    expect(connector.bytes).toBeLessThan(17_000)
    expect(assets.packages).toEqual(['zod'])
    // The parts that addresses and coins need; the rest comes with the first transaction that is signed.
    expect(transfers.packages).toEqual(['@noble/hashes', '@scure/base', 'zod'])
    expect(transfers.bytes).toBeLessThan(24_000)
  })
})
