import { randomUUID } from 'node:crypto'
import type { Database } from '../database/openVaultDatabase.ts'

/** At most `count` uses in any window of `windowMs` milliseconds. */
export type UsageLimit = { windowMs: number; count: number }

export type UsageCounter = {
  /**
   * Counts one use of each key, or none if any limit is reached. Returns `undefined` if the uses were counted, else the
   * milliseconds until they are possible.
   */
  take(
    uses: readonly { key: string; limits: readonly UsageLimit[] }[],
    now: number,
  ): Promise<number | undefined>
}

/**
 * Creates an exact counter with sliding windows, shared by all processes. Call it inside a transaction that holds a lock for
 * each key; otherwise two concurrent calls could both take the last free slot.
 */
export function createUsageCounter({ database }: { database: Database }): UsageCounter {
  /** Returns the milliseconds until a window has room again. */
  async function waitOf(key: string, { windowMs, count }: UsageLimit, now: number): Promise<number> {
    const last = await database
      .selectFrom('uses')
      .select('at')
      .where('key', '=', key)
      .where('at', '>', now - windowMs)
      .orderBy('at', 'desc')
      .offset(count - 1)
      .limit(1)
      .executeTakeFirst()
    return last ? last.at + windowMs - now : 0
  }

  return {
    async take(uses, now) {
      let longest = 0
      // Check every window even after a full one: the response time must not reveal which limit was reached.
      for (const { key, limits } of uses)
        for (const limit of limits) longest = Math.max(longest, await waitOf(key, limit, now))
      if (longest > 0) return longest
      for (const { key, limits } of uses) {
        const expires_at = now + Math.max(...limits.map(({ windowMs }) => windowMs))
        await database.insertInto('uses').values({ key, id: randomUUID(), at: now, expires_at }).execute()
      }
      return undefined
    },
  }
}
