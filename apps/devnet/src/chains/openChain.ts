import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Artifacts } from '../contracts/compile.ts'
import { StateCorruptError } from '../errors/StateCorruptError.ts'
import { copyAtomically } from '../files/copyAtomically.ts'
import { exists } from '../files/exists.ts'
import type { DevnetChain } from '../manifest.ts'
import { makeSeed } from '../seed/makeSeed.ts'
import { readMarker } from '../seed/marker.ts'
import { StateUnreadableError } from './StateUnreadableError.ts'
import { type Anvil, startAnvil } from './startAnvil.ts'

/** Seconds between blocks without transactions. */
const idleBlockTime = 600

/**
 * Mining: one block per transaction at once, and one every ten minutes. A block per second would be 86 400 blocks a day
 * to scan. Without blocks prices would become stale and deadlines never pass, because calls use the time of the last
 * block.
 */
const mining = ['--mixed-mining', '--block-time', `${idleBlockTime}`]

// Keep account states of the last 500 blocks in memory. Anvil would write older ones to the home folder, one copy of
// the state per block, and could not use them after a restart.
const args = [...mining, '--max-persisted-states', '0']

export interface OpenChainParameters {
  chain: DevnetChain
  host: string
  port: number
  /** Folder with the states of all chains. */
  folder: string
  cacheDir: string
  compile: () => Promise<Artifacts>
  fingerprint: string
  log: (line: string) => void
  /** Ends the node when aborted, during and after the start. */
  signal: AbortSignal
}

/**
 * Starts a chain from its saved state, from the backup of the last successful start if that is broken, or from a new
 * seed if there is no state or it was seeded by another version.
 *
 * @returns the node and the path of its state file
 * @throws {PortTakenError} {@link ChainNotReadyError} {@link StateCorruptError}
 */
export async function openChain(parameters: OpenChainParameters): Promise<{ anvil: Anvil; file: string }> {
  const { chain, folder, fingerprint, log } = parameters
  const file = join(folder, `${chain.chainId}.json`)
  const copy = `${file}.good`
  if (!(await exists(file))) await takeSeed(parameters, file)

  let opened = await tryOpen(parameters, file)
  if ('unusable' in opened) {
    const { unusable: reason } = opened
    opened = (await exists(copy)) ? await tryOpen(parameters, copy) : opened
    if ('unusable' in opened) throw new StateCorruptError({ chain: chain.name, file, folder, reason })
    log(
      `${chain.name}: ${file} cannot be loaded (${reason}); continuing from the backup of the last successful start`,
    )
    await copyAtomically({ from: copy, to: file })
  }
  if (opened.fingerprint !== fingerprint) {
    await opened.anvil.stop()
    await rename(file, `${file}.old`)
    log(
      `${chain.name} starts from a new seed, because the seed has changed; the previous chain is in ${file}.old`,
    )
    await rm(copy, { force: true })
    await takeSeed(parameters, file)
    opened = await tryOpen(parameters, file)
    if ('unusable' in opened)
      throw new StateCorruptError({ chain: chain.name, file, folder, reason: opened.unusable })
  }
  await copyAtomically({ from: file, to: copy })
  await catchUp(opened.anvil)
  return { anvil: opened.anvil, file }
}

async function takeSeed(parameters: OpenChainParameters, file: string): Promise<void> {
  await copyAtomically({ from: await makeSeed(parameters), to: file })
}

async function tryOpen(
  { chain, host, port, signal }: OpenChainParameters,
  state: string,
): Promise<{ anvil: Anvil; fingerprint: string } | { unusable: string }> {
  let anvil: Anvil
  try {
    anvil = await startAnvil({ chain, host, port, args, state, signal })
  } catch (error) {
    if (error instanceof StateUnreadableError) return { unusable: error.message }
    throw error
  }
  const marker = await readMarker({ rpc: anvil.rpc })
  if (marker?.chainId === chain.chainId) return { anvil, fingerprint: marker.fingerprint }
  await anvil.stop()
  return { unusable: marker ? `it is of chain ${marker.chainId}` : 'it is not of a chain seeded here' }
}

/** Mines a block after a pause, so that the last block has the current time; see `mining`. */
async function catchUp({ rpc }: Anvil): Promise<void> {
  const head = await rpc<{ timestamp: string }>('eth_getBlockByNumber', ['latest', false])
  if (Date.now() / 1_000 - Number(head.timestamp) > idleBlockTime) await rpc('evm_mine')
}
