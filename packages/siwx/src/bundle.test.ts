import { rolldown } from 'rolldown'
import { describe, expect, test } from 'vitest'

/** Bundles an entry with this source. Returns the modules that load at once, and those that load later. */
async function bundle(source: string) {
  const build = await rolldown({
    checks: { bundlerTimings: false },
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
  /** Returns the chunks that load together with these chunks. */
  const closure = (roots: typeof chunks, seen = new Set<(typeof chunks)[number]>()) => {
    for (const chunk of roots) {
      if (seen.has(chunk)) continue
      seen.add(chunk)
      closure(
        chunks.filter(({ fileName }) => chunk.imports.includes(fileName)),
        seen,
      )
    }
    return seen
  }
  const modulesOf = (some: typeof chunks) =>
    some.flatMap((chunk) =>
      Object.entries(chunk.modules)
        .filter(([, module]) => module.code)
        .flatMap(([id]) => /\/siwx\/src\/(.+)\.ts$/.exec(id)?.[1] ?? []),
    )
  const packagesOf = (some: typeof chunks) =>
    new Set(
      some.flatMap((chunk) =>
        Object.entries(chunk.modules)
          .filter(([, module]) => module.code)
          .flatMap(([id]) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []),
      ),
    )
  const atOnce = [...closure(chunks.filter(({ isEntry }) => isEntry))]
  return {
    /** Returns the modules of this package that load together with these lazy-loaded modules. */
    ownWith: (...names: string[]) =>
      modulesOf([
        ...closure(chunks.filter((chunk) => names.some((name) => modulesOf([chunk]).includes(name)))),
      ]),
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

  test('behavior: signing in with one namespace loads no code of another', async () => {
    const { ownWith } = await bundle("import { DefaultSIWX } from './index.ts'; console.log(DefaultSIWX)")
    const byNamespace = {
      Eip155: /eip155|checksum/i,
      Bip122: /bip122|^bitcoin\//i,
      Solana: /solana/i,
    }
    for (const [namespace, isOwn] of Object.entries(byNamespace)) {
      const codec = `message/${namespace.toLowerCase()}Codec`
      const loaded = ownWith('session/createSignIn', codec, `verify/verify${namespace}Signature`)
      expect(loaded.some((name) => isOwn.test(name))).toBe(true)
      const others = Object.values(byNamespace).filter((pattern) => pattern !== isOwn)
      expect(loaded.filter((name) => others.some((pattern) => pattern.test(name)))).toEqual([])
    }
  })

  test('behavior: building messages does not load viem', async () => {
    const source =
      "import { createMessage, parseMessage } from './index.ts'; console.log(createMessage, parseMessage)"
    const { atOnce, all } = await bundle(source)
    expect([...atOnce]).toEqual(['@noble/hashes'])
    expect([...all]).toEqual(['@noble/hashes'])
  })

  test('behavior: verification lazy-loads viem', async () => {
    const { atOnce, all } = await bundle(
      "import { verifyMessage } from './index.ts'; console.log(verifyMessage)",
    )
    expect([...atOnce]).toEqual([])
    expect([...all]).toContain('viem')
  })
})
