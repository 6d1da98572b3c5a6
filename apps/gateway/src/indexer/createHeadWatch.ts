import { BaseError } from '@portico/protocol'
import type { Log } from '@portico/server'
import type { Chain } from '../chain/Chain.ts'
import type { BlockId, IndexStore } from './store.ts'

export type HeadWatch = {
  /**
   * Asks for the newest block, notices reorganisations since the last time, and forgets what they undid.
   *
   * @throws {RpcError | UpstreamsFailedError} if the chain cannot be asked.
   */
  look(options: { deadline: number }): Promise<BlockId>
  /** The hash of a block as the chain has it now; undefined if it has none such. */
  hashOf(number: number, options: { deadline: number }): Promise<string | undefined>
  /** Rises with every reorganisation, as of the last look: what was read under another number is void. */
  epoch(): number
}

/** How far below the head a second block is remembered, so that a deep reorganisation undoes little. */
const deepAnchor = 64

type Header = BlockId & { parentHash: string }

/** Follows the head of a chain by the hashes of blocks seen before ("anchors"). */
export function createHeadWatch({
  chain,
  store,
  log,
  onReorganised,
}: {
  chain: Chain
  store: IndexStore
  log: Log
  /** Called when something was forgotten, by this process or another. */
  onReorganised: () => void
}): HeadWatch {
  let epoch = 0
  let running: Promise<BlockId> | undefined
  let next: Promise<BlockId> | undefined

  async function header(block: number | 'latest', deadline: number): Promise<Header | undefined> {
    const tag = block === 'latest' ? block : `0x${block.toString(16)}`
    const answer = await chain.request({ method: 'eth_getBlockByNumber', params: [tag, false] }, { deadline })
    if (answer === null || answer === undefined) return undefined
    const { number, hash, parentHash } = answer as Record<string, unknown>
    if (typeof number !== 'string' || typeof hash !== 'string' || typeof parentHash !== 'string')
      throw new BaseError(`A node of ${chain.id} answered a block without number or hash.`)
    return { number: Number(number), hash: hash.toLowerCase(), parentHash: parentHash.toLowerCase() }
  }

  const isCanonical = async ({ number, hash }: BlockId, deadline: number): Promise<boolean> =>
    (await header(number, deadline))?.hash === hash

  /** The highest block both the old and the new chain have, of those we know; -1 if none. */
  async function findFork(anchors: readonly BlockId[], deadline: number): Promise<number> {
    // Highest first: those that are gone come before those that stayed, so the border can be halved.
    let [gone, stayed] = [0, anchors.length]
    while (gone < stayed) {
      const middle = (gone + stayed) >> 1
      const anchor = anchors[middle] as BlockId
      if (await isCanonical(anchor, deadline)) stayed = middle
      else gone = middle + 1
    }
    return anchors[stayed]?.number ?? -1
  }

  function enter(next: number): void {
    if (next === epoch) return
    epoch = next
    onReorganised()
  }

  async function look(deadline: number): Promise<BlockId> {
    const head = await header('latest', deadline)
    if (!head) throw new BaseError(`A node of ${chain.id} has no newest block.`)
    // Before the anchors: if another process rolls back in between, what is read from now on is not written.
    enter(await store.epoch(chain.id))
    let anchors = await store.anchors(chain.id)
    let top = anchors[0]
    if (top && !(top.number === head.number && top.hash === head.hash)) {
      const follows = head.number === top.number + 1 && head.parentHash === top.hash
      if (!follows && !(await isCanonical(top, deadline))) {
        const fork = await findFork(anchors, deadline)
        log.info({ chain: chain.id, block: fork }, 'chain was reorganised')
        const next = await store.rollback({ chain: chain.id, epoch, block: fork })
        // Another process has noticed, too, and was faster.
        if (next === undefined) return look(deadline)
        enter(next)
        anchors = anchors.filter(({ number }) => number <= fork)
        top = anchors[0]
      }
    }
    if (top?.number === head.number) return head
    const added: BlockId[] = [head]
    const deep = head.number - deepAnchor
    const wanted = [
      ...(anchors.some(({ number }) => number === 0) || head.number === 0 ? [] : [0]),
      ...(deep > (top?.number ?? 0) + deepAnchor ? [deep] : []),
    ]
    for (const number of wanted) {
      const anchor = await header(number, deadline)
      if (anchor) added.push(anchor)
    }
    await store.addAnchors({ chain: chain.id, epoch, anchors: added })
    return head
  }

  function start(deadline: number): Promise<BlockId> {
    running = look(deadline).finally(() => {
      running = undefined
    })
    return running
  }

  return {
    look({ deadline }) {
      if (!running) return start(deadline)
      // One that has begun may have missed what the caller knows of; all who ask meanwhile share the next one.
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
