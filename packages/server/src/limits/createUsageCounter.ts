import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Connection } from '../database/Connection.ts'

/** The table that `usesSql` creates: counted uses, for rate limits. */
export type UsageTables = { uses: { key: string; id: string; at: number; expires_at: number } }

/** SQL that creates the table; each server includes it in a migration of its own. */
export const usesSql = `
create table uses (
  key text not null,
  id text not null,
  at integer not null,
  expires_at integer not null,
  primary key (key, id)
) strict;
create index uses_by_time on uses (key, at);
create index uses_by_expiry on uses (expires_at);
`

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
 * each key; otherwise two concurrent calls could both take the last free slot. The server removes expired rows.
 */
export function createUsageCounter<Tables extends UsageTables>({
  database: fullDatabase,
}: {
  database: Connection<Tables>
}): UsageCounter {
  // Only the `uses` table is used. Kysely's types cannot express a database with at least this table.
  const database = fullDatabase as unknown as Kysely<UsageTables>

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
