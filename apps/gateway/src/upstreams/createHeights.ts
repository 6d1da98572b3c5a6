import type { Upstream } from './createUpstream.ts'

/** How far the nodes of a chain are, by what they have said themselves. */
export type Heights = {
  /** Takes notice of a block a node has. */
  learn(upstream: Upstream, number: number): void
  /** The newest block that may be relied on; undefined if none is known. */
  highest(): number | undefined
  /** Whether a node is so far behind that its answers are of the past. */
  isBehind(upstream: Upstream): boolean
}

const maxBlocks = 16
const maxMs = 30_000
const remembered = 128

/** Compares heights. A node is behind by 16 blocks, or if what it lacks has been known for 30 s. */
export function createHeights({
  upstreams,
  now,
}: {
  upstreams: readonly Upstream[]
  now: () => number
}): Heights {
  /** When each height was first known. */
  const firstKnown: { number: number; at: number }[] = []

  function highest(): number | undefined {
    const numbers = upstreams.flatMap(({ height }) => height?.number ?? []).sort((a, b) => b - a)
    // Of three, one alone is not believed: a node with a wrong clock of blocks would make all others look late.
    return numbers.length >= 3 ? numbers[1] : numbers[0]
  }

  return {
    learn(upstream, number) {
      // Also down: chains are set back.
      upstream.height = { number, at: now() }
      const top = highest() as number
      while ((firstKnown.at(-1)?.number ?? -1) > top) firstKnown.pop()
      if ((firstKnown.at(-1)?.number ?? -1) < top) firstKnown.push({ number: top, at: now() })
      if (firstKnown.length > remembered) firstKnown.shift()
    },
    highest,
    isBehind({ height }) {
      const top = highest()
      if (!height || top === undefined || height.number >= top) return false
      if (top - height.number >= maxBlocks) return true
      const passed = firstKnown.find(({ number }) => number > height.number)
      // It still said so long after the others had moved on.
      return passed !== undefined && height.at - passed.at >= maxMs
    },
  }
}
