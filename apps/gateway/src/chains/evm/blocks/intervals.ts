/** The blocks from `from` to `to`, both inclusive. */
export type Interval = { from: number; to: number }

/** Joins intervals that touch or overlap, in ascending order. */
export function joinIntervals(intervals: readonly Interval[]): Interval[] {
  const joined: Interval[] = []
  for (const { from, to } of [...intervals].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to)
    else joined.push({ from, to })
  }
  return joined
}

/**
 * Returns how far down from `top` the blocks are covered without a gap.
 *
 * @returns the lowest covered block, or `top + 1` if not even `top` is.
 */
export function coveredDownTo({ intervals, top }: { intervals: readonly Interval[]; top: number }): number {
  const found = joinIntervals(intervals).find(({ from, to }) => from <= top && top <= to)
  return found?.from ?? top + 1
}

/** Returns the highest covered block below `block`, where the gap under it ends; -1 if there is none. */
export function nextCoveredBelow({
  intervals,
  block,
}: {
  intervals: readonly Interval[]
  block: number
}): number {
  return intervals.reduce((highest, { to }) => (to < block ? Math.max(highest, to) : highest), -1)
}
