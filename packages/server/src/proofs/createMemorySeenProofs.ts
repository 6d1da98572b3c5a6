import type { SeenProofs } from './SeenProofs.ts'

/** Creates a store of used proofs in memory, for a single process. */
export function createMemorySeenProofs(): SeenProofs {
  // In insertion order, so the oldest come first.
  const seen = new Map<string, number>()
  return {
    async add({ id, expiresAt, now }) {
      for (const [oldId, oldExpiry] of seen) {
        if (oldExpiry > now) break
        seen.delete(oldId)
      }
      const expiry = seen.get(id)
      if (expiry !== undefined && expiry > now) return false
      seen.delete(id)
      seen.set(id, expiresAt)
      return true
    },
  }
}
