import type { SeenProofs } from './SeenProofs.ts'

/** Used proofs of one process. */
export function createMemorySeenProofs(): SeenProofs {
  // By the time they were added, so that the oldest come first.
  const seen = new Map<string, number>()
  return {
    async add({ id, expiresAt, now }) {
      for (const [old, end] of seen) {
        if (end > now) break
        seen.delete(old)
      }
      const known = seen.get(id)
      if (known !== undefined && known > now) return false
      seen.delete(id)
      seen.set(id, expiresAt)
      return true
    },
  }
}
