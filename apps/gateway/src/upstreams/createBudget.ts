/** Permission for extra work, earned by ordinary work. */
export type Budget = {
  earn(): void
  /** Takes one, if there is one. */
  take(): boolean
}

/**
 * A share of the traffic: `share` of a permission per call, and never more than `burst` saved up.
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
