import { bundleEntry } from '@portico/bench/bundleEntry'
import { describe, expect, test } from 'vitest'

describe('@portico/solana in a page', () => {
  test('behavior: loads discovery at once, the rest later, and no Solana library', async () => {
    const { atOnce, fetchedWith } = await bundleEntry({
      folder: import.meta.dirname,
      source: "import { SolanaAdapter } from './index.ts'; console.log(new SolanaAdapter())",
    })
    const connector = fetchedWith('createConnector')
    const assets = fetchedWith('createAssets')
    const transfers = fetchedWith('createTransfers')
    const swaps = fetchedWith('createSwaps')
    if (process.env.SIZES) console.log({ atOnce, connector, assets, transfers, swaps })
    expect(atOnce.packages).toEqual([])
    expect(atOnce.bytes).toBeLessThan(3500)
    expect(connector.packages).toEqual(['@scure/base'])
    expect(connector.bytes).toBeLessThan(11_000)
    expect(assets.packages).toEqual(['@scure/base', 'zod'])
    expect(transfers.packages).toEqual(['@scure/base'])
    expect(transfers.bytes).toBeLessThan(13_600)
    expect(swaps.packages).toEqual(['@scure/base'])
    expect(swaps.bytes).toBeLessThan(13_500)
  })

  test('behavior: writing messages and deriving token accounts takes 2 kB', async () => {
    const measure = async (source: string) =>
      (await bundleEntry({ folder: import.meta.dirname, source })).atOnce.bytes
    const base = await measure("import { base58 } from '@scure/base'; console.log(base58)")
    const files = [
      'compileMessage',
      'instructions',
      'isOnCurve',
      'tokenAccountAddress',
      'toUnsignedTransaction',
    ]
    const written = await measure(
      [
        ...files.map((name) => `import { ${name} } from './messages/${name}.ts'`),
        `import { base58 } from '@scure/base'; console.log(base58, ${files})`,
      ].join('\n'),
    )
    if (process.env.SIZES) console.log({ messages: written - base })
    expect(written - base).toBeLessThan(2_000)
  })
})
