/** Limits how much of one key is open at the same time; see {@link createConcurrencyLimit}. */
export type ConcurrencyLimit = {
  /**
   * Counts one more for a key and returns a function that ends it; calling that function again has no effect. Returns
   * undefined, and counts nothing, if the maximum is open.
   */
  enter(key: string): (() => void) | undefined
}

/**
 * Creates a limit of simultaneous uses per key, such as open streams per network address. Counts in this process only.
 *
 * @example
 * const streams = createConcurrencyLimit({ max: 50 })
 * const leave = streams.enter('203.0.113.7')
 * if (!leave) throw new Problem('too-many-connections')
 */
export function createConcurrencyLimit({ max }: { max: number }): ConcurrencyLimit {
  // Holds only keys with something open, so its size is bounded by what is open.
  const open = new Map<string, number>()
  return {
    enter(key) {
      const count = open.get(key) ?? 0
      if (count >= max) return undefined
      open.set(key, count + 1)
      let hasLeft = false
      return () => {
        if (hasLeft) return
        hasLeft = true
        const remaining = (open.get(key) ?? 1) - 1
        if (remaining > 0) open.set(key, remaining)
        else open.delete(key)
      }
    },
  }
}
