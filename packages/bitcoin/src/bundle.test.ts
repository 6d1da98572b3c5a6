import { brotliCompressSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { describe, expect, test } from 'vitest'

/** What a page loads at once and what it may load later, for an entry with this text. */
async function bundle(source: string) {
  const build = await rolldown({
    input: 'entry',
    platform: 'browser',
    resolve: { conditionNames: ['@portico/source', 'import', 'default'] },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? `${import.meta.dirname}/entry.ts` : undefined),
        load: (id) => (id.endsWith('/bitcoin/src/entry.ts') ? source : undefined),
      },
    ],
  })
  const { output } = await build.generate({ format: 'esm', minify: true })
  await build.close()
  const chunks = output.filter((chunk) => chunk.type === 'chunk')
  /** The chunk whose name begins so, and whatever it loads with it. */
  const reach = (start: (chunk: (typeof chunks)[number]) => boolean) => {
    const found = new Set<(typeof chunks)[number]>()
    const visit = (chunk: (typeof chunks)[number] | undefined) => {
      if (!chunk || found.has(chunk)) return
      found.add(chunk)
      for (const name of chunk.imports) visit(chunks.find(({ fileName }) => fileName === name))
    }
    visit(chunks.find(start))
    return [...found]
  }
  const packagesOf = (some: typeof chunks) => [
    ...new Set(
      some.flatMap((chunk) =>
        Object.entries(chunk.modules)
          .filter(([, module]) => module.code)
          .flatMap(([id]) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []),
      ),
    ),
  ]
  const bytesOf = (some: typeof chunks) =>
    some.reduce((sum, { code }) => sum + brotliCompressSync(code).length, 0)
  const first = reach(({ isEntry }) => isEntry)
  const connector = reach(({ name }) => name === 'createConnector')
  const assets = reach(({ name }) => name === 'createAssets')
  return {
    atOnce: { packages: packagesOf(first), bytes: bytesOf(first) },
    connector: { packages: packagesOf(connector), bytes: bytesOf(connector) },
    assets: { packages: packagesOf(assets), bytes: bytesOf(assets) },
  }
}

describe('@portico/bitcoin in a page', () => {
  test('behavior: discovery at once, connectors later, the library of transactions with the first PSBT', async () => {
    const { atOnce, connector, assets } = await bundle(
      "import { BitcoinAdapter } from './index.ts'; console.log(new BitcoinAdapter())",
    )
    if (process.env.SIZES) console.log({ atOnce, connector, assets })
    expect(atOnce.packages).toEqual([])
    expect(atOnce.bytes).toBeLessThan(4000)
    expect(connector.packages.sort()).toEqual(['@noble/hashes', '@scure/base'])
    expect(connector.bytes).toBeLessThan(17_000)
    expect(assets.packages).toEqual(['zod'])
  })
})
