import type { Head } from './Heads.ts'

/** A ring buffer of the latest blocks of a chain, without gaps. */
export type HeadRing = {
  /** Returns the newest block. */
  top(): Head | undefined
  /** Returns the lowest block number. */
  lowest(): number | undefined
  /** Returns the hash of a block. */
  hashAt(number: number): string | undefined
  /** Adds a block. If it is not the successor of the newest one, the buffer is cleared first. */
  push(head: Head): void
  /** Removes the blocks from a number on. */
  truncate(from: number): void
  clear(): void
}

/** Creates a buffer of `size` blocks. */
export function createHeadRing({ size = 256 }: { size?: number } = {}): HeadRing {
  const heads = new Map<number, Head>()
  let newest: number | undefined
  let oldest: number | undefined

  function clear(): void {
    heads.clear()
    newest = undefined
    oldest = undefined
  }

  return {
    top: () => (newest === undefined ? undefined : heads.get(newest)),
    lowest: () => oldest,
    hashAt: (number) => heads.get(number)?.hash,
    push(head) {
      // Blocks below a gap cannot be linked by parent hash.
      if (newest !== undefined && head.number !== newest + 1) clear()
      heads.set(head.number, head)
      newest = head.number
      oldest ??= head.number
      if (heads.size > size) heads.delete(oldest++)
    },
    truncate(from) {
      if (newest === undefined || oldest === undefined) return
      if (from <= oldest) return clear()
      for (let number = newest; number >= from; number--) heads.delete(number)
      newest = Math.min(newest, from - 1)
    },
    clear,
  }
}
