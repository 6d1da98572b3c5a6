import { join } from 'node:path'
import { startAnvil } from '../chains/startAnvil.ts'
import { writeState } from '../chains/writeState.ts'
import type { Artifacts } from '../contracts/compile.ts'
import { exists } from '../files/exists.ts'
import type { DevnetChain } from '../manifest.ts'

// One day before the first step.
const genesis = Date.parse('2026-08-02T07:00:00Z') / 1_000

/**
 * Returns a file with the state of a newly seeded chain. It is built once per fingerprint, in an anvil of its own,
 * and cached. A process that is killed before the last step leaves no file.
 *
 * @returns path of the file in the cache
 * @throws {ChainNotReadyError} anvil does not start
 */
export async function makeSeed({
  chain,
  fingerprint,
  cacheDir,
  compile,
  log,
  signal,
}: {
  chain: DevnetChain
  fingerprint: string
  cacheDir: string
  /** Compiles the contracts; called only if the seed is not cached. */
  compile: () => Promise<Artifacts>
  log: (line: string) => void
  signal?: AbortSignal | undefined
}): Promise<string> {
  const file = join(cacheDir, `seed-${chain.chainId}-${fingerprint}.json`)
  if (await exists(file)) return file
  log(`Preparing ${chain.name} for the first time`)
  const artifacts = await compile()
  // Imported here, because a cached seed does not need viem.
  const { seedChain } = await import('./seedChain.ts')
  const anvil = await startAnvil({
    chain,
    host: '127.0.0.1',
    port: 0,
    args: ['--no-mining', '--timestamp', `${genesis}`],
    signal,
  })
  try {
    await seedChain({ rpc: anvil.rpc, chain, fingerprint, artifacts })
    await writeState({ anvil, file })
    return file
  } finally {
    await anvil.stop()
  }
}
