import { BaseError } from '@portico/protocol'
import type { Log } from '@portico/server'
import type { BlockId } from '../../shared/BlockId.ts'
import type { Chain } from '../../shared/Chain.ts'
import type { IndexStore } from './IndexStore.ts'

/** Detects reorganisations of a chain and rolls the index back. */
export type ReorgDetector = {
  /**
   * Reads the newest block, and rolls the index back if the chain was reorganised since the last call.
   *
   * @throws {RpcError | UpstreamsFailedError} if the chain cannot be read.
   */
  check(options: { deadline: number }): Promise<BlockId>
  /** Returns the hash of the block with this number; undefined if there is none yet. */
  hashOf(number: number, options: { deadline: number }): Promise<string | undefined>
  /** Returns the chain's epoch as of the last check. Data read in an earlier epoch must be discarded. */
  epoch(): number
}

/** A second anchor is stored this far below the head, so that a deep reorganisation undoes little of the index. */
const deepAnchorDepth = 64

type Header = BlockId & { parentHash: string }

/** Creates the detector of one chain. It compares the hashes of blocks seen before ("anchors"). */
export function createReorgDetector({
  chain,
  store,
  log,
  onReorganised,
}: {
  chain: Chain
  store: IndexStore
  log: Log
  /** Called after a rollback, by this process or another. */
  onReorganised: () => void
}): ReorgDetector {
  let epoch = 0
  let running: Promise<BlockId> | undefined
  let next: Promise<BlockId> | undefined

  async function header(block: number | 'latest', deadline: number): Promise<Header | undefined> {
    const tag = block === 'latest' ? block : `0x${block.toString(16)}`
    const answer = await chain.request({ method: 'eth_getBlockByNumber', params: [tag, false] }, { deadline })
    if (answer === null || answer === undefined) return undefined
    const { number, hash, parentHash } = answer as Record<string, unknown>
    if (typeof number !== 'string' || typeof hash !== 'string' || typeof parentHash !== 'string')
      throw new BaseError(`An upstream of ${chain.id} returned a block without a number or hash.`)
    return { number: Number(number), hash: hash.toLowerCase(), parentHash: parentHash.toLowerCase() }
  }

  const isCanonical = async ({ number, hash }: BlockId, deadline: number): Promise<boolean> =>
    (await header(number, deadline))?.hash === hash

  /** Returns the highest anchor that is still part of the chain; -1 if none is. */
  async function findFork(anchors: readonly BlockId[], deadline: number): Promise<number> {
    // Anchors are sorted highest first, so those that are gone come before those that stayed: binary search.
    let [gone, stayed] = [0, anchors.length]
    while (gone < stayed) {
      const middle = (gone + stayed) >> 1
      const anchor = anchors[middle] as BlockId
      if (await isCanonical(anchor, deadline)) stayed = middle
      else gone = middle + 1
    }
    return anchors[stayed]?.number ?? -1
  }

  function setEpoch(next: number): void {
    if (next === epoch) return
    epoch = next
    onReorganised()
  }

  async function readAndCheck(deadline: number): Promise<BlockId> {
    const head = await header('latest', deadline)
    if (!head) throw new BaseError(`An upstream of ${chain.id} returned no newest block.`)
    // Read the epoch before the anchors: if another process rolls back in between, nothing read from now on is stored.
    setEpoch(await store.epoch(chain.id))
    let anchors = await store.anchors(chain.id)
    let top = anchors[0]
    if (top && !(top.number === head.number && top.hash === head.hash)) {
      const follows = head.number === top.number + 1 && head.parentHash === top.hash
      if (!follows && !(await isCanonical(top, deadline))) {
        const fork = await findFork(anchors, deadline)
        log.info({ chain: chain.id, block: fork }, 'chain was reorganised')
        const next = await store.rollback({ chain: chain.id, epoch, block: fork })
        // Another process detected it first: start again.
        if (next === undefined) return readAndCheck(deadline)
        setEpoch(next)
        anchors = anchors.filter(({ number }) => number <= fork)
        top = anchors[0]
      }
    }
    if (top?.number === head.number) return head
    const added: BlockId[] = [head]
    const deep = head.number - deepAnchorDepth
    const missing = [
      ...(anchors.some(({ number }) => number === 0) || head.number === 0 ? [] : [0]),
      ...(deep > (top?.number ?? 0) + deepAnchorDepth ? [deep] : []),
    ]
    for (const number of missing) {
      const anchor = await header(number, deadline)
      if (anchor) added.push(anchor)
    }
    await store.addAnchors({ chain: chain.id, epoch, anchors: added })
    return head
  }

  function start(deadline: number): Promise<BlockId> {
    running = readAndCheck(deadline).finally(() => {
      running = undefined
    })
    return running
  }

  return {
    check({ deadline }) {
      if (!running) return start(deadline)
      // A check in progress may have started before the caller's transaction was mined, so the caller waits for the
      // next one, which all concurrent callers share.
      next ??= running
        .catch(() => undefined)
        .then(() => {
          next = undefined
          return start(deadline)
        })
      return next
    },
    hashOf: async (number, { deadline }) => (await header(number, deadline))?.hash,
    epoch: () => epoch,
  }
}
