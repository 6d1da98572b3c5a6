import { rolldown } from 'rolldown'
import { describe, expect, test } from 'vitest'

/** The modules a page loads at once, and all that it may load later, for an entry with this text. */
async function bundle(source: string) {
  const build = await rolldown({
    input: 'entry',
    platform: 'browser',
    resolve: { conditionNames: ['@portico/source', 'import', 'default'] },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? `${import.meta.dirname}/entry.ts` : undefined),
        load: (id) => (id.endsWith('/siwx/src/entry.ts') ? source : undefined),
      },
    ],
  })
  const { output } = await build.generate({ format: 'esm', minify: true })
  await build.close()
  const chunks = output.filter((chunk) => chunk.type === 'chunk')
  const first = new Set<string>()
  const visit = (fileName: string) => {
    if (first.has(fileName)) return
    first.add(fileName)
    for (const next of chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? []) visit(next)
  }
  visit(chunks.find((chunk) => chunk.isEntry)?.fileName ?? '')
  const packagesOf = (some: typeof chunks) =>
    new Set(
      some.flatMap((chunk) =>
        Object.entries(chunk.modules)
          .filter(([, module]) => module.code)
          .flatMap(([id]) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []),
      ),
    )
  const atOnce = chunks.filter((chunk) => first.has(chunk.fileName))
  return {
    atOnce: packagesOf(atOnce),
    all: packagesOf(chunks),
    bytes: atOnce.reduce((sum, chunk) => sum + chunk.code.length, 0),
  }
}

describe('@portico/siwx in a page', () => {
  test('behavior: DefaultSIWX loads nothing but itself at start', async () => {
    const { atOnce, all, bytes } = await bundle(
      "import { DefaultSIWX } from './index.ts'; console.log(DefaultSIWX)",
    )
    expect([...atOnce]).toEqual([])
    expect([...all]).toContain('viem')
    expect(bytes).toBeLessThan(2500)
  })

  test('behavior: who only builds messages has no viem', async () => {
    const source =
      "import { createMessage, parseMessage } from './index.ts'; console.log(createMessage, parseMessage)"
    const { atOnce, all } = await bundle(source)
    expect([...atOnce]).toEqual(['@noble/hashes'])
    expect([...all]).toEqual(['@noble/hashes'])
  })

  test('behavior: verification brings viem later', async () => {
    const { atOnce, all } = await bundle(
      "import { verifyMessage } from './index.ts'; console.log(verifyMessage)",
    )
    expect([...atOnce]).toEqual(['@noble/hashes'])
    expect([...all]).toContain('viem')
  })
})
