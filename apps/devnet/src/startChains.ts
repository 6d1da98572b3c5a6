import { join } from 'node:path'
import { openFolder } from './chains/openFolder.ts'
import { runChain } from './chains/runChain.ts'
import { type Artifacts, compile } from './contracts/compile.ts'
import { ChainStoppedError } from './errors/ChainStoppedError.ts'
import type { DevnetError } from './errors/DevnetError.ts'
import { type DevnetChain, devnetManifest } from './manifest.ts'
import { readFingerprint } from './seed/readFingerprint.ts'

export interface StartChainsParameters {
  /** Folder of the project's data; the chains keep theirs in `devnet` inside it. Created if absent. */
  dataDir: string
  /** Address to listen on. @default '127.0.0.1' */
  host?: string | undefined
  /** Port per chain id, 0 for any free one. @default the manifest's */
  ports?: Partial<Record<DevnetChain['chainId'], number>> | undefined
  /** Takes sentences about what takes time or went wrong. @default none are kept */
  log?: ((line: string) => void) | undefined
  /** Folder for compiled contracts and seeds, which all data folders share. @default `.cache/devnet` of the repository */
  cacheDir?: string | undefined
  /** Gives up starting, and leaves nothing running. */
  signal?: AbortSignal | undefined
}

export interface Devnet {
  chains: { chainId: number; name: string; url: string; pid: number }[]
  /** Saves and ends all chains. */
  stop(): Promise<void>
  /** Settles when a chain ends by itself, after the others were stopped too. Stays pending after `stop`. */
  failed: Promise<DevnetError>
}

/**
 * Starts the two local chains, seeded on their first start and continued on later ones. They end with this process,
 * even when it is killed.
 *
 * @throws {DevnetError} with `code` and a sentence that says what to do; nothing is left running then
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
  // While starting, whoever fails or gives up takes everything down.
  const life = new AbortController()
  const giveUp = (): void => life.abort(signal?.reason)
  signal?.throwIfAborted()
  signal?.addEventListener('abort', giveUp)
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
        compile: () => (compiling ??= compile({ cacheDir, signal: life.signal })),
        fingerprint,
        log,
        signal: life.signal,
      }).catch((error) => {
        life.abort(error)
        throw error
      }),
    ),
  )
  signal?.removeEventListener('abort', giveUp)
  const running = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  let stopping: Promise<void> | undefined
  const stop = (): Promise<void> => {
    stopping ??= Promise.all(running.map((chain) => chain.stop())).then(unlock)
    return stopping
  }
  if (running.length < results.length) {
    await stop()
    throw life.signal.reason
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
