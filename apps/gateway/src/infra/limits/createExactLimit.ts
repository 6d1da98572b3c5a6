import { createRateLimit, type Rate, type UsageShare } from '@portico/server'
import { Problem } from '../http/Problem.ts'

/** A limit of few, costly calls. */
export type ExactLimit = {
  /**
   * Takes one unit from a key's bucket.
   *
   * @returns a function that gives it back.
   * @throws {Problem} `rate-limited`, with the time to wait.
   */
  take(key: string): Promise<() => Promise<void>>
}

/**
 * Creates a limit that holds exactly across processes: with `share`, each call waits for it. `createRateLimit` asks afterwards,
 * so that each process would let a first call through. While `share` fails, each process counts on its own.
 */
export function createExactLimit({
  name,
  share,
  now,
  ...rate
}: Rate & { name: string; share?: UsageShare | undefined; now: () => number }): ExactLimit {
  const local = createRateLimit({ name, ...rate, now })

  /** Adds usage for all processes and returns what is left; undefined if that is not known. */
  async function add(key: string, cost: number): Promise<number | undefined> {
    const usage = { key: `${name}|${key}`, cost, rate }
    // The connection logs failures.
    const [left] = (await share?.add([usage]).catch(() => undefined)) ?? []
    return left
  }

  return {
    async take(key) {
      local.take(key)
      // Look first: a refused call must not use up what comes back.
      const before = await add(key, 0)
      const after = before === undefined || before < 1 ? before : await add(key, 1)
      const isRefused = before !== undefined && (before < 1 || (after !== undefined && after < 0))
      if (isRefused) {
        local.take(key, -1)
        const wait = Math.max(1, Math.ceil((1 - Math.min(before, after ?? before)) / rate.perSecond))
        throw new Problem('rate-limited', {
          detail: `Try again after ${wait} seconds.`,
          retryAfterSeconds: wait,
        })
      }
      return async () => {
        local.take(key, -1)
        if (after !== undefined) await add(key, -1)
      }
    },
  }
}
