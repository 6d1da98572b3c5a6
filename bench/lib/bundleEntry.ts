import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type OutputChunk, rolldown } from 'rolldown'

/**
 * Files that are loaded together: their third-party packages in alphabetical order, and their size in bytes (brotli).
 */
export type Fetched = { packages: string[]; bytes: number }

/**
 * Bundles a short page script that uses a package, and returns what that page loads.
 *
 * @param folder folder of `source`, for resolving its imports.
 * @returns `atOnce` is what the page loads at first; `fetchedWith(name)` is what the lazy-loaded chunk of that name
 * loads, which is named after the file in `import()`.
 * @example
 * const { atOnce, fetchedWith } = await bundleEntry({
 *   folder: import.meta.dirname,
 *   source: "import { evm } from './index.ts'; console.log(evm())",
 * })
 * expect(atOnce.bytes).toBeLessThan(4000)
 * expect(fetchedWith('createConnector').packages).toEqual([])
 */
export async function bundleEntry({ folder, source }: { folder: string; source: string }): Promise<{
  atOnce: Fetched
  fetchedWith: (name: string) => Fetched
}> {
  const entry = join(folder, 'entry.ts')
  const build = await rolldown({
    input: entry,
    platform: 'browser',
    checks: { bundlerTimings: false },
    resolve: { conditionNames: ['@portico/source', 'import', 'default'] },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? source : undefined),
      },
    ],
  })
  const { output } = await build.generate({ format: 'esm', minify: true })
  await build.close()
  const chunks = output.filter((chunk) => chunk.type === 'chunk')

  function fetched(root: OutputChunk | undefined): Fetched {
    if (!root) throw new Error(`No such chunk. There are ${chunks.map(({ name }) => name).join(', ')}.`)
    const found = new Set<OutputChunk>()
    const visit = (chunk: OutputChunk | undefined) => {
      if (!chunk || found.has(chunk)) return
      found.add(chunk)
      for (const imported of chunk.imports) visit(chunks.find(({ fileName }) => fileName === imported))
    }
    visit(root)
    return {
      packages: [...new Set([...found].flatMap(packagesOf))].sort(),
      bytes: [...found].reduce((sum, { code }) => sum + brotliCompressSync(code).length, 0),
    }
  }

  return {
    atOnce: fetched(chunks.find(({ isEntry }) => isEntry)),
    fetchedWith: (name) => fetched(chunks.find((chunk) => chunk.name === name)),
  }
}

function packagesOf({ modules }: OutputChunk): string[] {
  return Object.entries(modules)
    .filter(([, module]) => module.code)
    .flatMap(([id]) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? [])
}
