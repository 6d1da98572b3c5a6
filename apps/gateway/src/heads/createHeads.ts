import { RpcError } from '@portico/protocol'
import type { Log } from '@portico/server'
import type { Chain } from '../chain/Chain.ts'
import { isDevelopmentChain } from '../chain/isDevelopmentChain.ts'
import type { NodeFeed } from '../upstreams/createNodeFeed.ts'
import { createHeadRing } from './createHeadRing.ts'
import type { Head, HeadEvent, Heads } from './Heads.ts'
import { readHead } from './readHead.ts'

const patience = 5000
/** Blocks that are read at the start, to recognise what a reorganisation right then replaces. */
const firstBlocks = 16
/** More new blocks than this are not read one by one. */
const maxGap = 128
const slowestPoll = 6000
const fastestPoll = 500
const devPoll = 250
/** While the socket speaks, the chain is still asked now and then: some sockets stay open and say nothing. */
const socketCheck = 5000
/** After this nobody should rely on what was heard. */
const staleAfter = 30_000
/** How often in a row a node must name an older block as its newest until it is believed, and not just behind. */
const believedSetBacks = 3

/**
 * Follows a chain by the socket of a node (`newHeads`), and by asking `eth_getBlockByNumber` for the newest block where
 * there is none, or it says nothing. Reorganisations are found by the parent hashes of the last 256 blocks.
 */
export function createHeads({
  chain,
  feed,
  log,
  now = Date.now,
}: {
  chain: Chain
  feed: NodeFeed
  log: Log
  now?: () => number
}): Heads & { close(): void } {
  const listeners = new Set<(event: HeadEvent) => void>()
  const ring = createHeadRing()
  let heardAt = 0
  let stopFollowing: (() => void) | undefined

  function emit(event: HeadEvent): void {
    for (const listener of [...listeners]) {
      try {
        listener(event)
      } catch (error) {
        log.error({ chain: chain.id, error }, 'a listener to new blocks failed')
      }
    }
  }

  const ask = (method: string, ...params: readonly unknown[]) =>
    chain.request({ method, params }, { deadline: Date.now() + patience })

  /** The blocks `from`…`to`, ascending; undefined if the node has not all of them. */
  async function readRange(from: number, to: number): Promise<Head[] | undefined> {
    const numbers = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
    const answers = await chain.requestMany(
      numbers.map((number) => ({
        method: 'eth_getBlockByNumber',
        params: [`0x${number.toString(16)}`, false],
      })),
      { deadline: Date.now() + patience },
    )
    const heads = answers.flatMap((answer) => (answer instanceof RpcError ? [] : (readHead(answer) ?? [])))
    return heads.length === numbers.length && isLinked(heads) ? heads : undefined
  }

  /** The blocks that lead from one we know to `head`, ascending; undefined while the node does not have them. */
  async function readPath(head: Head, top: Head): Promise<Head[] | undefined> {
    const path = [head]
    if (head.number > top.number + 1) {
      const between = await readRange(top.number + 1, head.number - 1)
      if (!between) return undefined
      path.unshift(...between)
      if (!isLinked(path)) return undefined
    }
    const lowest = ring.lowest() ?? 0
    for (;;) {
      const first = path[0] as Head
      if (first.number <= lowest || ring.hashAt(first.number - 1) === first.parentHash) return path
      const parent = readHead(await ask('eth_getBlockByHash', first.parentHash, false))
      if (!parent || parent.number !== first.number - 1) return undefined
      path.unshift(parent)
    }
  }

  async function start(isStopped: () => boolean, pace: (seconds: number) => void): Promise<void> {
    const newest = readHead(await ask('eth_getBlockByNumber', 'latest', false))
    if (!newest || isStopped()) return
    heardAt = now()
    // An extra: without them only a reorganisation of these very blocks is told of too high up.
    const before = await readRange(Math.max(0, newest.number - firstBlocks), newest.number - 1).catch(
      () => undefined,
    )
    if (isStopped() || ring.top()) return
    const known = before && isLinked([...before, newest]) ? before : []
    for (const head of known) ring.push(head)
    const [oldest] = known
    if (oldest && known.length > 1) pace((newest.timestamp - oldest.timestamp) / known.length)
    tell([newest])
  }

  function tell(path: readonly Head[]): void {
    const top = ring.top()
    const first = path[0]
    if (top && first && first.number <= top.number) {
      log.info({ chain: chain.id, block: first.number }, 'chain was reorganised')
      ring.cut(first.number)
      emit({ kind: 'reorg', from: first.number })
    }
    for (const head of path) {
      ring.push(head)
      emit({ kind: 'head', head })
    }
  }

  function startFollowing(): () => void {
    let stopped = false
    let live = false
    let interval = isDevelopmentChain(chain) ? devPoll : 2000
    let timer: NodeJS.Timeout | undefined
    let isLooking = false
    let lookAgain = false
    let setBacks = 0
    /** Times in a row that asking was faster than the socket. */
    let missed = 0
    let toldBySocket = -1

    const isStopped = () => stopped
    // One after another: each is compared with what the one before has left.
    let tail: Promise<void> = Promise.resolve()
    const enqueue = (step: () => Promise<void>): Promise<void> => {
      tail = tail.then(async () => {
        if (stopped) return
        try {
          await step()
        } catch (error) {
          log.debug({ chain: chain.id, error }, 'newest block could not be read')
        }
      })
      return tail
    }

    async function accept(head: Head): Promise<void> {
      heardAt = now()
      const top = ring.top()
      if (!top) return tell([head])
      if (head.hash === top.hash) {
        setBacks = 0
        return
      }
      if (ring.hashAt(head.number) === head.hash) {
        // A node that is behind, or a chain that was set back.
        if (++setBacks < believedSetBacks) return
        setBacks = 0
        log.info({ chain: chain.id, block: head.number }, 'chain was set back')
        ring.cut(head.number + 1)
        emit({ kind: 'reorg', from: head.number + 1 })
        emit({ kind: 'head', head })
        return
      }
      setBacks = 0
      if (head.number > top.number + maxGap) {
        const still = readHead(await ask('eth_getBlockByNumber', `0x${top.number.toString(16)}`, false))
        if (still && still.hash !== top.hash) emit({ kind: 'reorg', from: ring.lowest() ?? 0 })
        return tell([head])
      }
      const path = await readPath(head, top)
      // Undefined: nodes behind one address are not equally far. The next look finds it.
      if (path && !stopped) tell(path)
    }

    async function look(): Promise<void> {
      const head = readHead(await ask('eth_getBlockByNumber', 'latest', false))
      if (!head) return
      if (live && head.number > toldBySocket && head.hash !== ring.top()?.hash) missed++
      await accept(head)
      if (missed < 2) return
      missed = 0
      log.warn({ chain: chain.id, reason: 'stale' }, "node's socket tells of no new blocks")
      feed.rotate()
    }

    function schedule(): void {
      clearTimeout(timer)
      if (stopped) return
      timer = setTimeout(() => void lookNow(), live ? Math.max(socketCheck, interval) : interval)
      timer.unref()
    }

    async function lookNow(): Promise<void> {
      clearTimeout(timer)
      lookAgain = isLooking
      if (isLooking) return
      isLooking = true
      await enqueue(() => (ring.top() ? look() : start(isStopped, pace)))
      isLooking = false
      if (lookAgain) return lookNow()
      schedule()
    }

    function pace(blockSeconds: number): void {
      if (isDevelopmentChain(chain)) return
      interval = Math.min(slowestPoll, Math.max(fastestPoll, (blockSeconds * 1000) / 2))
    }

    const unsubscribe = feed.subscribe(['newHeads'], {
      onMessage(result) {
        const head = readHead(result)
        if (!head) return
        toldBySocket = head.number
        missed = 0
        void enqueue(() => accept(head))
      },
      onState(isLive) {
        live = isLive
        missed = 0
        // What came between two sockets is asked for.
        void lookNow()
      },
    })
    void lookNow()

    return () => {
      stopped = true
      clearTimeout(timer)
      unsubscribe()
      ring.clear()
      heardAt = 0
    }
  }

  function stop(): void {
    stopFollowing?.()
    stopFollowing = undefined
  }

  return {
    current: () => (now() - heardAt < staleAfter ? ring.top() : undefined),
    follow(listener) {
      // Its own object: the same function may listen twice.
      const own = (event: HeadEvent) => listener(event)
      listeners.add(own)
      stopFollowing ??= startFollowing()
      return () => {
        if (listeners.delete(own) && listeners.size === 0) stop()
      }
    },
    close() {
      listeners.clear()
      stop()
    },
  }
}

/** Whether each block is the child of the one before it. */
function isLinked(heads: readonly Head[]): boolean {
  return heads.every((head, index) => index === 0 || head.parentHash === heads[index - 1]?.hash)
}
