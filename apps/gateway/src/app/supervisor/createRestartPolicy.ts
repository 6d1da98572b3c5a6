/** Decides when a worker that has ended is replaced; see `createRestartPolicy`. */
export type RestartPolicy = {
  /**
   * @param livedMs how long the worker has served.
   * @returns milliseconds until its replacement starts; undefined = give up.
   */
  onEnd(livedMs: number): number | undefined
}

/** A worker that has lived this long has started well. */
const stableMs = 30_000
const longestDelayMs = 5000

/**
 * Replaces the first workers that end at once, further ones after 250 ms, 500 ms, and so on. Gives up once `tries` more have
 * ended shortly after their start, without one in between that has lived half a minute.
 *
 * @param workers how many may end together, for example because the machine has no memory left.
 */
export function createRestartPolicy({
  workers,
  tries = 8,
}: {
  workers: number
  tries?: number
}): RestartPolicy {
  let early = 0
  return {
    onEnd(livedMs) {
      if (livedMs >= stableMs) early = 0
      else early++
      if (early <= workers) return 0
      if (early > workers + tries) return undefined
      return Math.min(longestDelayMs, 125 * 2 ** (early - workers))
    },
  }
}
