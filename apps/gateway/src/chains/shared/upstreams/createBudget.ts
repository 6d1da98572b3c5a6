/** A token bucket that fills with traffic instead of time. */
export type Budget = {
  /** Adds `share` of a token. Call once per ordinary request. */
  earn(): void
  /** Takes a token; false if there is none. */
  take(): boolean
}

/**
 * Creates a budget that allows `share` extra requests per ordinary one, and saves at most `burst` of them.
 *
 * @example
 * const hedges = createBudget({ share: 0.05, burst: 5 })
 */
export function createBudget({ share, burst }: { share: number; burst: number }): Budget {
  let saved = burst
  return {
    earn() {
      saved = Math.min(burst, saved + share)
    },
    take() {
      if (saved < 1) return false
      saved--
      return true
    },
  }
}
