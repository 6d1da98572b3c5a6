import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { describe, expect, test } from 'vitest'

/** Bundles an entry point as an application would, and returns the gzip size of each chunk. */
async function bundle(entry: string) {
  const build = await rolldown({
    checks: { bundlerTimings: false },
    input: resolve(import.meta.dirname, entry),
    resolve: { conditionNames: ['@portico/source', 'import', 'module', 'default'] },
    platform: 'browser',
    // Excluded because the kit loads these anyway.
    external: [
      '@portico/core',
      /^@portico\/protocol$/,
      /protocol\/src\/(?:caip|errors|rpc)\//,
      /^@portico\/siwx/,
    ],
    logLevel: 'silent',
  })
  const { output } = await build.generate({ minify: true, format: 'es' })
  return output.flatMap((file) =>
    file.type === 'chunk'
      ? [
          {
            name: file.name,
            isEntry: file.isEntry,
            size: gzipSync(file.code, { level: 9 }).length,
            code: file.code,
          },
        ]
      : [],
  )
}

describe('bundle', () => {
  test('behavior: the lazy-loaded client is below 30 kB (gzip)', async () => {
    const chunks = await bundle('connector/createConnectorRegistry.ts')
    // Loaded separately: in browsers without X25519 or Ed25519, and for one-click sign-in.
    const separate = ['nobleCurves', 'oneClick']
    const total = chunks.reduce((sum, { name, size }) => (separate.includes(name) ? sum : sum + size), 0)
    console.info(`WalletConnect client: ${(total / 1000).toFixed(1)} kB gzip`)
    expect(total).toBeGreaterThan(10_000)
    expect(total).toBeLessThan(30_000)
  })

  test('behavior: the entry chunk contains neither cryptography nor the client', async () => {
    const chunks = await bundle('index.ts')
    const first = chunks.find(({ isEntry }) => isEntry)
    console.info(`WalletConnect factory: ${((first?.size ?? 0) / 1000).toFixed(1)} kB gzip`)
    expect(first?.size).toBeLessThan(2_500)
    expect(first?.code).not.toMatch(/chacha|irn_publish/i)
    expect(chunks.length).toBeGreaterThan(1)
  })
})
