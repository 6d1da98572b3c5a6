import { randomUUID } from 'node:crypto'
import type { Database } from '../database/openVaultDatabase.ts'

/** At most `count` in any stretch of `ms`. */
export type Allowance = { ms: number; count: number }

export type Uses = {
  /**
   * Counts one use of each key, all or none.
   *
   * @returns milliseconds until the one that is used up may be used again; `undefined` if all were counted.
   */
  take(
    wanted: readonly { key: string; allowances: readonly Allowance[] }[],
    now: number,
  ): Promise<number | undefined>
}

/**
 * Counts uses exactly, in sliding windows, for all processes: to be called inside a transaction that holds a lock for
 * each key, or two at once see the same last free place.
 */
export function createUses({ database }: { database: Database }): Uses {
  /** When the window has room again, by the oldest use that must leave it. */
  async function wait(key: string, { ms, count }: Allowance, now: number): Promise<number> {
    const last = await database
      .selectFrom('uses')
      .select('at')
      .where('key', '=', key)
      .where('at', '>', now - ms)
      .orderBy('at', 'desc')
      .offset(count - 1)
      .limit(1)
      .executeTakeFirst()
    return last ? last.at + ms - now : 0
  }

  return {
    async take(wanted, now) {
      let longest = 0
      // Every window is asked, also after the first that is full: how long it takes must not say which it was.
      for (const { key, allowances } of wanted)
        for (const allowance of allowances) longest = Math.max(longest, await wait(key, allowance, now))
      if (longest > 0) return longest
      for (const { key, allowances } of wanted) {
        const expires_at = now + Math.max(...allowances.map(({ ms }) => ms))
        await database.insertInto('uses').values({ key, id: randomUUID(), at: now, expires_at }).execute()
      }
      return undefined
    },
  }
}
