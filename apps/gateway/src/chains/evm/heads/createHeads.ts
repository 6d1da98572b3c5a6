import { RpcError } from '@portico/protocol'
import type { Log } from '@portico/server'
import type { Chain } from '../../shared/Chain.ts'
import { isDevelopmentChain } from '../../shared/isDevelopmentChain.ts'
import type { UpstreamSocket } from '../upstreams/createUpstreamSocket.ts'
import { createHeadRing } from './createHeadRing.ts'
import type { Head, HeadEvent, Heads } from './Heads.ts'
import { readHead } from './readHead.ts'

const readTimeoutMs = 5000
/** Blocks read at the start, to recognise those that an early reorganisation replaces. */
const firstBlocks = 16
/** Larger gaps are skipped: only the newest block is emitted. */
const maxGap = 128
const maxPollMs = 6000
const minPollMs = 500
const devPollMs = 250
/** Polling interval while the WebSocket is live: some WebSockets stay open but send nothing. */
const socketCheckMs = 5000
/** The head is unknown if it has not been read for this long. */
const staleAfterMs = 30_000
/** Consecutive reads of an older head after which the chain counts as reset, instead of the upstream as behind. */
const resetAfterReads = 3

/**
 * Follows the head of a chain through a WebSocket subscription (`newHeads`), and by polling `eth_getBlockByNumber`
 * while there is none. Detects reorganisations by the parent hashes of the last 256 blocks.
 */
export function createHeads({
  chain,
  upstreamSocket,
  log,
  now = Date.now,
}: {
  chain: Chain
  upstreamSocket: UpstreamSocket
  log: Log
  now?: () => number
}): Heads & { close(): void } {
  const listeners = new Set<(event: HeadEvent) => void>()
  const ring = createHeadRing()
  let readAt = 0
  let stopFollowing: (() => void) | undefined

  function emit(event: HeadEvent): void {
    for (const listener of [...listeners]) {
      try {
        listener(event)
      } catch (error) {
        log.error({ chain: chain.id, error }, 'listener for new blocks failed')
      }
    }
  }

  const request = (method: string, ...params: readonly unknown[]) =>
    chain.request({ method, params }, { deadline: Date.now() + readTimeoutMs })

  /** Reads the blocks from `from` to `to`, ascending; undefined if the upstream lacks any. */
  async function readRange(from: number, to: number): Promise<Head[] | undefined> {
    const numbers = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
    const answers = await chain.requestMany(
      numbers.map((number) => ({
        method: 'eth_getBlockByNumber',
        params: [`0x${number.toString(16)}`, false],
      })),
      { deadline: Date.now() + readTimeoutMs },
    )
    const heads = answers.flatMap((answer) => (answer instanceof RpcError ? [] : (readHead(answer) ?? [])))
    return heads.length === numbers.length && isLinked(heads) ? heads : undefined
  }

  /** Reads the blocks between the last known one and `head`, ascending; undefined while the upstream lacks any. */
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
      const parent = readHead(await request('eth_getBlockByHash', first.parentHash, false))
      if (!parent || parent.number !== first.number - 1) return undefined
      path.unshift(parent)
    }
  }

  async function start(isStopped: () => boolean, pace: (seconds: number) => void): Promise<void> {
    const newest = readHead(await request('eth_getBlockByNumber', 'latest', false))
    if (!newest || isStopped()) return
    readAt = now()
    // Optional: without these blocks, a reorganisation of them is reported with too high a block number.
    const before = await readRange(Math.max(0, newest.number - firstBlocks), newest.number - 1).catch(
      () => undefined,
    )
    if (isStopped() || ring.top()) return
    const known = before && isLinked([...before, newest]) ? before : []
    for (const head of known) ring.push(head)
    const [oldest] = known
    if (oldest && known.length > 1) pace((newest.timestamp - oldest.timestamp) / known.length)
    emitPath([newest])
  }

  function emitPath(path: readonly Head[]): void {
    const top = ring.top()
    const first = path[0]
    if (top && first && first.number <= top.number) {
      log.info({ chain: chain.id, block: first.number }, 'chain was reorganised')
      ring.truncate(first.number)
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
    let interval = isDevelopmentChain(chain) ? devPollMs : 2000
    let timer: NodeJS.Timeout | undefined
    let isPolling = false
    let pollAgain = false
    let olderReads = 0
    /** Consecutive polls that were ahead of the WebSocket. */
    let missed = 0
    let socketHeight = -1

    const isStopped = () => stopped
    // Heads are processed one after another, as each is compared with the state the previous one left.
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
      readAt = now()
      const top = ring.top()
      if (!top) return emitPath([head])
      if (head.hash === top.hash) {
        olderReads = 0
        return
      }
      if (ring.hashAt(head.number) === head.hash) {
        // The upstream is behind, or the chain was reset.
        if (++olderReads < resetAfterReads) return
        olderReads = 0
        log.info({ chain: chain.id, block: head.number }, 'chain was reset')
        ring.truncate(head.number + 1)
        emit({ kind: 'reorg', from: head.number + 1 })
        emit({ kind: 'head', head })
        return
      }
      olderReads = 0
      if (head.number > top.number + maxGap) {
        const still = readHead(await request('eth_getBlockByNumber', `0x${top.number.toString(16)}`, false))
        if (stopped) return
        if (still && still.hash !== top.hash) emit({ kind: 'reorg', from: ring.lowest() ?? 0 })
        return emitPath([head])
      }
      const path = await readPath(head, top)
      // Undefined if upstreams behind one URL are at different heights; the next poll completes it.
      if (path && !stopped) emitPath(path)
    }

    async function poll(): Promise<void> {
      const head = readHead(await request('eth_getBlockByNumber', 'latest', false))
      if (!head || stopped) return
      if (live && head.number > socketHeight && head.hash !== ring.top()?.hash) missed++
      await accept(head)
      if (missed < 2) return
      missed = 0
      log.warn({ chain: chain.id, reason: 'stale' }, 'upstream WebSocket sends no new blocks')
      upstreamSocket.rotate()
    }

    function schedule(): void {
      clearTimeout(timer)
      if (stopped) return
      timer = setTimeout(() => void pollNow(), live ? Math.max(socketCheckMs, interval) : interval)
      timer.unref()
    }

    async function pollNow(): Promise<void> {
      clearTimeout(timer)
      pollAgain = isPolling
      if (isPolling) return
      isPolling = true
      await enqueue(() => (ring.top() ? poll() : start(isStopped, pace)))
      isPolling = false
      if (pollAgain) return pollNow()
      schedule()
    }

    function pace(blockSeconds: number): void {
      if (isDevelopmentChain(chain)) return
      interval = Math.min(maxPollMs, Math.max(minPollMs, (blockSeconds * 1000) / 2))
    }

    const unsubscribe = upstreamSocket.subscribe(['newHeads'], {
      onMessage(result) {
        const head = readHead(result)
        if (!head) return
        socketHeight = head.number
        missed = 0
        void enqueue(() => accept(head))
      },
      onState(isLive) {
        live = isLive
        missed = 0
        // Read the blocks missed while no WebSocket was live.
        void pollNow()
      },
    })
    void pollNow()

    return () => {
      stopped = true
      clearTimeout(timer)
      unsubscribe()
      ring.clear()
      readAt = 0
    }
  }

  function stop(): void {
    stopFollowing?.()
    stopFollowing = undefined
  }

  return {
    current: () => (now() - readAt < staleAfterMs ? ring.top() : undefined),
    follow(listener) {
      // Wrap the listener: the same function may be added twice.
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
