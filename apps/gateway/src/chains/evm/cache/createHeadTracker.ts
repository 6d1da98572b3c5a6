import type { Head, Heads } from '../heads/Heads.ts'
import type { HeadShare } from './createHeadShares.ts'

/** A block number, and a tag that differs for every other block. */
export type TrackedHead = { number: number; tag: string }

/** Tracks which block clients are served as the newest; see `createHeadTracker`. */
export type HeadTracker = {
  /** Starts following the chain, or keeps following it. Call with every client request. */
  touch(): void
  /** Returns the newest block anyone has reported; undefined while unknown. */
  current(): TrackedHead | undefined
  /** A counter that changes whenever earlier answers may be out of date. */
  generation(): number
  /** A counter that rises with every reorganisation, and when the tracker stops noticing them. */
  reorgs(): number
  /** Records a block number from an answer. */
  observe(number: number): void
  /** Ignores observed block numbers for a while: an upstream does not have the block that was served. */
  distrust(): void
  /** Records that a transaction was sent: a chain that mines at once has a new state now. */
  recordWrite(): void
  /** Whether a block is too deep to be reorganised. */
  isFinal(number: number): boolean
  close(): void
}

const idleAfterMs = 30_000
/** The number of blocks `Heads` remembers to detect reorganisations. */
const finalDepth = 256
const distrustMs = 10_000
/** Observed blocks further ahead than this are taken for errors. */
const maxBlocksAhead = 1000
const afterWriteMs = 1000

/**
 * Creates the tracker of one chain. It follows the head while clients send requests, and 30 s longer. A later block in
 * an answer counts too: a client that has seen a receipt must see the balances of that block.
 */
export function createHeadTracker({
  heads,
  minesAtOnce,
  share,
  onReorg,
  now,
}: {
  heads: Heads
  /** What other processes serve; undefined in a single process. */
  share?: HeadShare | undefined
  /** Whether transactions are mined before `heads` reports a block, as on local chains. */
  minesAtOnce: boolean
  /** Called with the lowest block number whose block may have changed. */
  onReorg: (from: number) => void
  now: () => number
}): HeadTracker {
  let usedAt = 0
  let unfollow: (() => void) | undefined
  let timer: NodeJS.Timeout | undefined
  let generation = 0
  let reorgs = 0
  let observed = 0
  let distrustUntil = 0
  let writeUntil = 0
  let lastTracked: (TrackedHead & { head: Head }) | undefined
  /** The newest block when the chain was last followed. */
  let lastHead: Head | undefined

  function stop(): void {
    clearInterval(timer)
    unfollow?.()
    unfollow = undefined
    // Reorganisations go unnoticed from now on.
    invalidate(Math.max(0, (lastHead?.number ?? 0) - finalDepth))
  }

  function invalidate(from: number): void {
    generation++
    reorgs++
    onReorg(from)
  }

  function start(): void {
    let isFirst = true
    unfollow = heads.follow((event) => {
      generation++
      if (event.kind === 'reorg') {
        observed = Math.min(observed, event.from - 1)
        invalidate(event.from)
        return
      }
      // A local chain was restarted from scratch: all cached results are invalid.
      if (isFirst && lastHead && event.head.number < lastHead.number) invalidate(0)
      isFirst = false
      lastHead = event.head
      share?.announce(event.head.number)
      if (observed < event.head.number || distrustUntil > now()) observed = event.head.number
    })
    timer = setInterval(() => {
      if (now() - usedAt > idleAfterMs) stop()
    }, idleAfterMs / 3)
    timer.unref()
  }

  function observe(number: number): void {
    const head = heads.current()
    if (!head || number <= head.number || number <= observed || number > head.number + maxBlocksAhead) return
    observed = number
    generation++
  }

  function noteWrite(): void {
    writeUntil = now() + afterWriteMs
    generation++
  }

  share?.listen({ onNumber: observe, onWrite: noteWrite })

  return {
    touch() {
      usedAt = now()
      if (!unfollow) start()
    },
    current() {
      const head = unfollow ? heads.current() : undefined
      if (!head || (writeUntil > 0 && writeUntil > now())) return undefined
      const isDistrusting = distrustUntil > 0 && distrustUntil > now()
      const number = isDistrusting ? head.number : Math.max(head.number, observed)
      if (lastTracked?.head !== head || lastTracked.number !== number)
        lastTracked = { head, number, tag: `${head.hash}${number}` }
      return lastTracked
    },
    generation: () => generation,
    reorgs: () => reorgs,
    observe,
    distrust() {
      distrustUntil = now() + distrustMs
      generation++
    },
    recordWrite() {
      if (!minesAtOnce) return
      noteWrite()
      share?.announceWrite()
    },
    isFinal(number) {
      const head = unfollow ? heads.current() : undefined
      // A local chain may be restarted from scratch at any time, unnoticed.
      return head !== undefined && !minesAtOnce && number <= head.number - finalDepth
    },
    close() {
      clearInterval(timer)
      unfollow?.()
      unfollow = undefined
    },
  }
}
