import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Abi } from 'viem'
import { writeAtomically } from '../files/writeAtomically.ts'
import { readSources, type Sources } from './readSources.ts'

/** Compiler output of one contract. */
export interface Artifact {
  abi: Abi
  /** Creation code. */
  bytecode: `0x${string}`
  /** Runtime code, in which immutables are still zero. */
  deployedBytecode: `0x${string}`
}

/** Names of the contracts in `apps/devnet/contracts`. */
export const contractNames = [
  'Arches',
  'ClosedGate',
  'Counterfeit',
  'DevToken',
  'Exchange',
  'FeeToken',
  'Guestbook',
  'IdRegistry',
  'KeyRegistry',
  'Keystones',
  'LocalFactory',
  'LocalMarket',
  'LocalPair',
  'LocalPool',
  'LocalRouter',
  'Multicall3',
  'NameRegistry',
  'OffchainResolver',
  'PriceFeed',
  'PricePool',
  'SmartWallet',
  'SmartWalletFactory',
  'StrictToken',
  'SwapQuoter',
  'SwapQuoterCall',
  'UniversalResolver',
  'UnsellableToken',
  'WrappedEther',
] as const
export type ContractName = (typeof contractNames)[number]
export type Artifacts = Record<ContractName, Artifact>

/**
 * Compiles the contracts, or reads them from the cache if neither they nor the compiler have changed. Compiling takes
 * seconds and needs no network: the compiler is WebAssembly.
 *
 * @param cacheDir folder of the cache, created if absent
 * @throws Error with the compiler's messages if a contract does not compile
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
  await writeAtomically({ file, text: JSON.stringify(artifacts) })
  return artifacts
}

async function readCache(file: string): Promise<Artifacts | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Artifacts
  } catch {
    // Absent or unreadable: compile again and replace it.
    return undefined
  }
}

/**
 * Compiles in a worker: the compiler blocks for seconds, uses 180 MB and installs a handler for unhandled rejections.
 * This thread keeps handling signals meanwhile, and terminating the worker frees everything.
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
