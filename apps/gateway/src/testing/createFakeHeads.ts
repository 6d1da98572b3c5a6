import type { Head, HeadEvent, Heads } from '../heads/Heads.ts'

/** A chain's head that moves when a test says so. */
export type FakeHeads = Heads & {
  /** Tells of a block; what is left out continues the last one. */
  mine(head?: Partial<Head>): void
  /** Tells that blocks from a number on are others now. */
  reorg(from: number): void
  /** How many listen. */
  listeners(): number
  close(): void
}

/** Makes one that knows of no block, or with `number` of that one. */
export function createFakeHeads({ number }: { number?: number | undefined } = {}): FakeHeads {
  const listeners = new Set<(event: HeadEvent) => void>()
  let top = number === undefined ? undefined : headOf(number, 0)
  let mined = 0
  const emit = (event: HeadEvent) => {
    for (const listener of listeners) listener(event)
  }
  return {
    current: () => (listeners.size > 0 ? top : undefined),
    follow(listener) {
      listeners.add(listener)
      if (top) listener({ kind: 'head', head: top })
      return () => listeners.delete(listener)
    },
    mine(head = {}) {
      top = { ...headOf((top?.number ?? 0) + 1, ++mined), ...head }
      emit({ kind: 'head', head: top })
    },
    reorg: (from) => emit({ kind: 'reorg', from }),
    listeners: () => listeners.size,
    close: () => listeners.clear(),
  }
}

function headOf(number: number, salt: number): Head {
  const hash = (height: number) => `0x${(height * 1000 + salt).toString(16).padStart(64, '0')}`
  return {
    number,
    hash: hash(number),
    parentHash: hash(number - 1),
    timestamp: 1_700_000_000 + number,
    header: {},
  }
}
