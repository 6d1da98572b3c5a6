import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Artifacts } from '../contracts/compile.ts'
import { StateCorruptError } from '../errors/StateCorruptError.ts'
import { copyWhole } from '../files/copyWhole.ts'
import { exists } from '../files/exists.ts'
import type { DevnetChain } from '../manifest.ts'
import { makeSeed } from '../seed/makeSeed.ts'
import { readMarker } from '../seed/marker.ts'
import { StateUnreadableError } from './StateUnreadableError.ts'
import { type Anvil, startAnvil } from './startAnvil.ts'

/** Seconds between blocks without transactions. */
const idleBlockTime = 600

/**
 * How the chains mine: a block per transaction at once, and one every ten minutes besides. Not one per second: an idle
 * day would be 86 400 blocks for every reader to scan. Not none either: calls see the time of the last block, so on a
 * chain standing still prices would go stale and deadlines never pass.
 */
const mining = ['--mixed-mining', '--block-time', `${idleBlockTime}`]

// Account states of the last 500 blocks stay in memory. Older ones would be written to the home folder, a copy of the
// whole state per block, and be of no use after a restart.
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
  /** Ends the node when it fires, at any time: what is started before a failure does not stay. */
  signal: AbortSignal
}

/**
 * Starts a chain on what was saved of it; on the copy of the last good start when that is broken; on a fresh seed when
 * there is nothing, or when what is there grew from a seed of another version.
 *
 * @returns the node and the file its state belongs in
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
    log(`${chain.name}: ${file} cannot be used (${reason}), going on from the copy of the last good start`)
    await copyWhole({ from: copy, to: file })
  }
  if (opened.fingerprint !== fingerprint) {
    await opened.anvil.stop()
    await rename(file, `${file}.old`)
    log(`${chain.name} begins afresh, the seed has changed; the chain so far is kept in ${file}.old`)
    await rm(copy, { force: true })
    await takeSeed(parameters, file)
    opened = await tryOpen(parameters, file)
    if ('unusable' in opened)
      throw new StateCorruptError({ chain: chain.name, file, folder, reason: opened.unusable })
  }
  await copyWhole({ from: file, to: copy })
  await catchUp(opened.anvil)
  return { anvil: opened.anvil, file }
}

async function takeSeed(parameters: OpenChainParameters, file: string): Promise<void> {
  await copyWhole({ from: await makeSeed(parameters), to: file })
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

/** Brings the head to the present after a pause, see `mining`. */
async function catchUp({ rpc }: Anvil): Promise<void> {
  const head = await rpc<{ timestamp: string }>('eth_getBlockByNumber', ['latest', false])
  if (Date.now() / 1_000 - Number(head.timestamp) > idleBlockTime) await rpc('evm_mine')
}
