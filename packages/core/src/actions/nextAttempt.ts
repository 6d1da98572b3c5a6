let last = 0

/** A number no earlier attempt to connect or sign in had: it tells a late answer from the awaited one. */
export function nextAttempt(): number {
  last += 1
  return last
}
