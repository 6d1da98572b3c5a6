import type { Head, HeadEvent, Heads } from '../chains/evm/heads/Heads.ts'

/** A chain head that a test controls. */
export type FakeHeads = Heads & {
  /** Emits a block; omitted fields continue the last block. */
  mine(head?: Partial<Head>): void
  /** Emits a reorganisation from a block number on. */
  reorg(from: number): void
  /** Returns the number of listeners. */
  listeners(): number
  close(): void
}

/** Creates a chain head without a block, or at block `number`. */
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
