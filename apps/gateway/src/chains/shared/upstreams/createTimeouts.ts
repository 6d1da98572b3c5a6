/** Calls functions after a time; see `createTimeouts`. */
export type Timeouts = {
  /** Calls `run` after `ms` milliseconds. Returns the function that prevents it. */
  start(ms: number, run: () => void): () => void
}

/**
 * Creates timeouts that share one timer, and are up to `stepMs` late. A timer of Node for each of ten thousand requests a second, nearly
 * none of which takes so long, would cost more than reading their answers.
 *
 * @example
 * const { start } = createTimeouts()
 * const stop = start(2500, () => controller.abort())
 */
export function createTimeouts({ stepMs = 20 }: { stepMs?: number } = {}): Timeouts {
  const waiting = new Set<{ at: number; run: () => void }>()
  let isRunning = false

  function check(): void {
    const now = performance.now()
    for (const one of waiting) {
      if (one.at > now) continue
      waiting.delete(one)
      one.run()
    }
    isRunning = waiting.size > 0
    if (isRunning) setTimeout(check, stepMs)
  }

  return {
    start(ms, run) {
      const one = { at: performance.now() + ms, run }
      waiting.add(one)
      if (!isRunning) {
        isRunning = true
        setTimeout(check, Math.min(ms, stepMs))
      }
      return () => {
        waiting.delete(one)
      }
    },
  }
}
