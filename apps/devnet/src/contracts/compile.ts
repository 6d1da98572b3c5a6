import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Abi } from 'viem'
import { writeWhole } from '../files/writeWhole.ts'
import { readSources, type Sources } from './readSources.ts'

/** What the compiler gives for one contract. */
export interface Artifact {
  abi: Abi
  /** Creation code. */
  bytecode: `0x${string}`
  /** Code at the address after deployment; immutables are still zero in it. */
  deployedBytecode: `0x${string}`
}

/** The contracts of `apps/devnet/contracts`, by name. */
export const contractNames = [
  'Arches',
  'ClosedGate',
  'DevToken',
  'Exchange',
  'Guestbook',
  'Keystones',
  'Multicall3',
  'NameRegistry',
  'OffchainResolver',
  'PriceFeed',
  'PricePool',
  'SmartWallet',
  'SmartWalletFactory',
  'UniversalResolver',
] as const
export type ContractName = (typeof contractNames)[number]
export type Artifacts = Record<ContractName, Artifact>

/**
 * Compiles the contracts, or reads them from the cache when neither they nor the compiler changed.
 * Compiling takes seconds and happens offline: the compiler is WebAssembly.
 *
 * @param cacheDir folder of the cache, created if absent
 * @throws Error with the compiler's messages, when a contract does not compile
 */
export async function compile({
  cacheDir,
  signal,
}: {
  cacheDir: string
  signal?: AbortSignal | undefined
}): Promise<Artifacts> {
  const sources = await readSources()
  const file = join(cacheDir, `artifacts-${sources.key.slice(0, 16)}.json`)
  const cached = await readCache(file)
  if (cached) return cached
  const artifacts = await run(sources, signal)
  await writeWhole({ file, text: JSON.stringify(artifacts) })
  return artifacts
}

async function readCache(file: string): Promise<Artifacts | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Artifacts
  } catch {
    // Absent or unreadable: both mean compiling again, which replaces it.
    return undefined
  }
}

/**
 * A worker, because the compiler takes seconds of processor and 180 MB, and listens to the process's rejections:
 * meanwhile signals are still heard, and afterwards all of it is gone.
 */
async function run({ files }: Sources, signal?: AbortSignal): Promise<Artifacts> {
  const worker = new Worker(new URL('./compileWorker.ts', import.meta.url), {
    workerData: { files, contractNames },
  })
  try {
    const [artifacts] = (await once(worker, 'message', { signal })) as [Artifacts]
    return artifacts
  } finally {
    await worker.terminate()
  }
}
