import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { describe, expect, test } from 'vitest'

/** Bundles an entry as a page would, and says what each chunk weighs. */
async function bundle(entry: string) {
  const build = await rolldown({
    input: resolve(import.meta.dirname, entry),
    resolve: { conditionNames: ['@portico/source', 'import', 'module', 'default'] },
    platform: 'browser',
    // The kit loads these anyway.
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

describe('the code a page fetches', () => {
  test('behavior: the whole client is below 30 kB (gzip)', async () => {
    const chunks = await bundle('connector/createHub.ts')
    // Fetched apart: by a browser without X25519 or Ed25519, and by who signs in while connecting.
    const apart = ['softCurves', 'oneClick']
    const total = chunks.reduce((sum, { name, size }) => (apart.includes(name) ? sum : sum + size), 0)
    console.info(`WalletConnect client: ${(total / 1000).toFixed(1)} kB gzip`)
    expect(total).toBeGreaterThan(10_000)
    expect(total).toBeLessThan(30_000)
  })

  test('behavior: the part a page loads at once holds no cryptography and no client', async () => {
    const chunks = await bundle('index.ts')
    const first = chunks.find(({ isEntry }) => isEntry)
    console.info(`WalletConnect factory: ${((first?.size ?? 0) / 1000).toFixed(1)} kB gzip`)
    expect(first?.size).toBeLessThan(2_500)
    expect(first?.code).not.toMatch(/chacha|irn_publish/i)
    expect(chunks.length).toBeGreaterThan(1)
  })
})
