import { join } from 'node:path'
import { openFolder } from './chains/openFolder.ts'
import { runChain } from './chains/runChain.ts'
import { type Artifacts, compile } from './contracts/compile.ts'
import { ChainStoppedError } from './errors/ChainStoppedError.ts'
import type { DevnetError } from './errors/DevnetError.ts'
import { type DevnetChain, devnetManifest } from './manifest.ts'
import { readFingerprint } from './seed/readFingerprint.ts'

export interface StartChainsParameters {
  /** Data folder of the project; the chains use its subfolder `devnet`. Created if absent. */
  dataDir: string
  /** Address to listen on. @default '127.0.0.1' */
  host?: string | undefined
  /** Port per chain id; 0 selects a free port. @default the manifest's ports */
  ports?: Partial<Record<DevnetChain['chainId'], number>> | undefined
  /** Receives progress and warnings. @default ignored */
  log?: ((line: string) => void) | undefined
  /** Cache for compiled contracts and seeds, shared by all data folders. @default `.cache/devnet` of the repository */
  cacheDir?: string | undefined
  /** Cancels the start and ends everything started so far. */
  signal?: AbortSignal | undefined
}

export interface Devnet {
  chains: { chainId: number; name: string; url: string; pid: number }[]
  /** Saves and ends all chains. */
  stop(): Promise<void>
  /** Resolves when a chain ends by itself, after the others were stopped. Stays pending after `stop`. */
  failed: Promise<DevnetError>
}

/**
 * Starts the two local chains, seeded on their first start and continued on later ones. They end with this process,
 * even when it is killed.
 *
 * @throws {DevnetError} with `code` and a message that says what to do; nothing is left running
 *
 * @example
 * ```ts
 * import { startChains } from '@portico/devnet'
 *
 * const devnet = await startChains({ dataDir: '.portico', ports: { 31337: 0, 31338: 0 } })
 * console.log(devnet.chains[0]?.url)
 * await devnet.stop()
 * ```
 */
export async function startChains({
  dataDir,
  host = '127.0.0.1',
  ports = {},
  log = () => {},
  cacheDir = join(import.meta.dirname, '../../../.cache/devnet'),
  signal,
}: StartChainsParameters): Promise<Devnet> {
  // A failure or an abort during the start ends everything.
  const lifetime = new AbortController()
  const abortStart = (): void => lifetime.abort(signal?.reason)
  signal?.throwIfAborted()
  signal?.addEventListener('abort', abortStart)
  const fingerprint = await readFingerprint()
  const { folder, unlock } = await openFolder({ dataDir })

  let compiling: Promise<Artifacts> | undefined
  const results = await Promise.allSettled(
    devnetManifest.chains.map((chain) =>
      runChain({
        chain,
        host: host === 'localhost' ? '127.0.0.1' : host,
        port: ports[chain.chainId] ?? chain.defaultPort,
        folder,
        cacheDir,
        compile: () => (compiling ??= compile({ cacheDir, signal: lifetime.signal })),
        fingerprint,
        log,
        signal: lifetime.signal,
      }).catch((error) => {
        lifetime.abort(error)
        throw error
      }),
    ),
  )
  signal?.removeEventListener('abort', abortStart)
  const running = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  let stopping: Promise<void> | undefined
  const stop = (): Promise<void> => {
    stopping ??= Promise.all(running.map((chain) => chain.stop())).then(unlock)
    return stopping
  }
  if (running.length < results.length) {
    await stop()
    throw lifetime.signal.reason
  }
  const failed = new Promise<DevnetError>((resolve) => {
    for (const { anvil, chain } of running) {
      void anvil.exited.then(async (reason) => {
        if (stopping) return
        await stop()
        resolve(new ChainStoppedError({ chain: chain.name, reason }))
      })
    }
  })
  return {
    chains: running.map(({ anvil: { url, pid }, chain: { chainId, name } }) => ({ chainId, name, url, pid })),
    stop,
    failed,
  }
}
