import type { Upstream } from '../../shared/upstreams/Upstream.ts'

/** The block heights of the upstreams of a chain. */
export type Heights = {
  /** Records the newest block number an upstream reported. */
  record(upstream: Upstream, number: number): void
  /** Returns the chain's height as far as it is trusted; undefined before the first report. */
  highest(): number | undefined
  /** Whether an upstream lags behind the chain. */
  isBehind(upstream: Upstream): boolean
}

const maxBlocks = 16
const maxLagMs = 30_000
const maxRemembered = 128

/**
 * Creates the comparison of block heights. An upstream is behind if it lags by 16 blocks, or if it still reports a
 * block that the others passed 30 s before.
 */
export function createHeights({
  upstreams,
  now,
}: {
  upstreams: readonly Upstream[]
  now: () => number
}): Heights {
  /** When the chain first reached each height, ascending. */
  const reached: { number: number; at: number }[] = []

  function highest(): number | undefined {
    const numbers = upstreams.flatMap(({ height }) => height?.number ?? []).sort((a, b) => b - a)
    // From three upstreams on, take the second highest: one wrong report must not make all others look behind.
    return numbers.length >= 3 ? numbers[1] : numbers[0]
  }

  return {
    record(upstream, number) {
      upstream.height = { number, at: now() }
      const top = highest() as number
      // The chain's height can also fall, after a reorganisation or a reset.
      while ((reached.at(-1)?.number ?? -1) > top) reached.pop()
      if ((reached.at(-1)?.number ?? -1) < top) reached.push({ number: top, at: now() })
      if (reached.length > maxRemembered) reached.shift()
    },
    highest,
    isBehind({ height }) {
      const top = highest()
      if (!height || top === undefined || height.number >= top) return false
      if (top - height.number >= maxBlocks) return true
      const passed = reached.find(({ number }) => number > height.number)
      // Compare with the time of its report, not with now: an upstream that has not been asked is not behind.
      return passed !== undefined && height.at - passed.at >= maxLagMs
    },
  }
}
