/** Counts by key, at most `max` for each; see `createCounts`. */
export type Counts = {
  isFull(key: string): boolean
  add(key: string): void
  remove(key: string): void
}

/** Creates counts that start at 0. Keys at 0 take no memory. */
export function createCounts({ max }: { max: number }): Counts {
  const counts = new Map<string, number>()
  return {
    isFull: (key) => (counts.get(key) ?? 0) >= max,
    add: (key) => void counts.set(key, (counts.get(key) ?? 0) + 1),
    remove(key) {
      const left = (counts.get(key) ?? 0) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    },
  }
}
