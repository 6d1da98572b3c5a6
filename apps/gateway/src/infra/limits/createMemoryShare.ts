import { BoundedMap, type Usage } from '@portico/server'

const maxKeys = 100_000

/**
 * Creates a usage counter in memory, for the processes that reach it through their supervisor. A bucket may become negative,
 * down to minus one burst, because several processes can admit calls at the same time.
 */
export function createMemoryShare({ now = Date.now }: { now?: () => number } = {}): {
  /** Subtracts usage and returns what is left of each key. */
  add(usages: readonly Usage[]): number[]
} {
  const buckets = new BoundedMap<string, { left: number; at: number }>({ max: maxKeys })
  return {
    add: (usages) =>
      usages.map(({ key, cost, rate: { burst, perSecond } }) => {
        const at = now()
        const bucket = buckets.get(key) ?? { left: burst, at }
        const refilled = Math.min(burst, bucket.left + (Math.max(0, at - bucket.at) / 1000) * perSecond)
        const left = Math.max(-burst, refilled - cost)
        // Make it the newest: a full map drops the key that has been unused the longest.
        buckets.delete(key)
        buckets.set(key, { left, at })
        return left
      }),
  }
}
