let last = 0

/**
 * Returns a new number for a connection or sign-in attempt, by which a late answer to an earlier attempt is
 * recognised.
 */
export function nextAttempt(): number {
  last += 1
  return last
}
