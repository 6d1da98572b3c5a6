/**
 * How long a network must not know a transaction any more until it counts as dropped, in milliseconds. Endpoints behind one address may
 * be seconds apart.
 */
const droppedAfterMs = 10_000

/**
 * Returns a function that takes, after each look at the network, whether a sent transaction is gone, and reports it as dropped once it
 * has been gone for ten seconds. Reports every time, also that it is there: the caller ignores what it knows.
 */
export function createDropNotice(
  onDropped: ((isDropped: boolean) => void) | undefined,
): (isGone: boolean) => void {
  let goneSince: number | undefined
  return (isGone) => {
    if (!isGone) {
      goneSince = undefined
      onDropped?.(false)
      return
    }
    goneSince ??= Date.now()
    if (Date.now() - goneSince >= droppedAfterMs) onDropped?.(true)
  }
}
