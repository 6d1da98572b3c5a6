import type { Head, Heads } from '../heads/Heads.ts'

/** A block number, and a text that is another one for every other block. */
export type Served = { number: number; mark: string }

/** What clients of a chain are served as its newest block; see `createHeadView`. */
export type HeadView = {
  /** Says that a client asks for something. */
  use(): void
  /** The newest block as far as anyone has told. */
  served(): Served | undefined
  /** Changes whenever what was asked before may no longer be true. */
  generation(): number
  /** Rises with every reorganisation, and when none would be noticed any longer. */
  reorgs(): number
  /** Takes notice of a block an answer was about. */
  saw(number: number): void
  /** A node knows nothing of the block that was served: what was seen is not believed for a while. */
  doubt(): void
  /** A transaction was sent: on a chain that mines at once the state is another one now. */
  wrote(): void
  isFinal(number: number): boolean
  close(): void
}

const inUse = 30_000
/** As many blocks as are remembered to notice reorganisations. */
const finalDepth = 256
const doubtFor = 10_000
const believedAhead = 1000
const pauseAfterWrite = 1000

/**
 * Follows the head of a chain while clients ask for something, and 30 s longer. Answers that name a later block than the
 * head that was heard of count too: who has seen a receipt must see the balance it left.
 */
export function createHeadView({
  heads,
  minesAtOnce,
  onReorg,
  now,
}: {
  heads: Heads
  /** Whether a transaction may be in a block before anyone is told of it, as on local chains. */
  minesAtOnce: boolean
  onReorg: (from: number) => void
  now: () => number
}): HeadView {
  let usedAt = 0
  let leave: (() => void) | undefined
  let timer: NodeJS.Timeout | undefined
  let generation = 0
  let reorgs = 0
  let seen = 0
  let doubtUntil = 0
  let wroteUntil = 0
  let lastServed: (Served & { head: Head }) | undefined
  /** The newest block of the last time the chain was followed. */
  let last: Head | undefined

  function stop(): void {
    clearInterval(timer)
    leave?.()
    leave = undefined
    // Reorganisations are not heard of from now on.
    undo(Math.max(0, (last?.number ?? 0) - finalDepth))
  }

  function undo(from: number): void {
    generation++
    reorgs++
    onReorg(from)
  }

  function start(): void {
    let first = true
    leave = heads.follow((event) => {
      generation++
      if (event.kind === 'reorg') {
        seen = Math.min(seen, event.from - 1)
        undo(event.from)
        return
      }
      // A chain that begins anew, as local ones do, shares nothing with the old one.
      if (first && last && event.head.number < last.number) undo(0)
      first = false
      last = event.head
      if (seen < event.head.number || doubtUntil > now()) seen = event.head.number
    })
    timer = setInterval(() => {
      if (now() - usedAt > inUse) stop()
    }, inUse / 3)
    timer.unref()
  }

  return {
    use() {
      usedAt = now()
      if (!leave) start()
    },
    served() {
      const head = leave ? heads.current() : undefined
      if (!head || (wroteUntil > 0 && wroteUntil > now())) return undefined
      const number = doubtUntil > 0 && doubtUntil > now() ? head.number : Math.max(head.number, seen)
      if (lastServed?.head !== head || lastServed.number !== number)
        lastServed = { head, number, mark: `${head.hash}${number}` }
      return lastServed
    },
    generation: () => generation,
    reorgs: () => reorgs,
    saw(number) {
      const head = heads.current()
      if (!head || number <= head.number || number <= seen || number > head.number + believedAhead) return
      seen = number
      generation++
    },
    doubt() {
      doubtUntil = now() + doubtFor
      generation++
    },
    wrote() {
      if (!minesAtOnce) return
      wroteUntil = now() + pauseAfterWrite
      generation++
    },
    isFinal(number) {
      const head = leave ? heads.current() : undefined
      // A local chain may begin anew at any time, and nobody says so.
      return head !== undefined && !minesAtOnce && number <= head.number - finalDepth
    },
    close() {
      clearInterval(timer)
      leave?.()
      leave = undefined
    },
  }
}
