import type { Head } from './Heads.ts'

/** The last blocks of a chain without a gap, by their numbers. */
export type HeadRing = {
  top(): Head | undefined
  /** The lowest block it knows. */
  lowest(): number | undefined
  hashAt(number: number): string | undefined
  /** Adds the block that follows the top. */
  push(head: Head): void
  /** Forgets blocks from a number on. */
  cut(from: number): void
  clear(): void
}

/** Remembers the last `size` blocks. */
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
      // What lies below a gap cannot be compared with anything.
      if (newest !== undefined && head.number !== newest + 1) clear()
      heads.set(head.number, head)
      newest = head.number
      oldest ??= head.number
      if (heads.size > size) heads.delete(oldest++)
    },
    cut(from) {
      if (newest === undefined || oldest === undefined) return
      if (from <= oldest) return clear()
      for (let number = newest; number >= from; number--) heads.delete(number)
      newest = Math.min(newest, from - 1)
    },
    clear,
  }
}
