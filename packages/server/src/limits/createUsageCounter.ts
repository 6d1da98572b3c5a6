import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
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

/** A use of a key. `by` is who used it, so that `refund` can take back all uses of one of them. */
export type Usage = { key: string; limits: readonly UsageLimit[]; by?: string | undefined }

export type UsageCounter = {
  /**
   * Counts one use of each key, or none if any limit is reached. Returns `undefined` if the uses were counted, else the
   * milliseconds until they are possible.
   */
  take(uses: readonly Usage[], now: number): Promise<number | undefined>
  /** Returns the milliseconds until `take` would count these uses, 0 if at once. */
  waitFor(uses: readonly Usage[], now: number): Promise<number>
  /** Takes back all uses of a key, or all by one of its users. */
  refund(use: { key: string; by?: string | undefined }): Promise<void>
  /** Counts one use of a key that has no limit. */
  add(use: { key: string; windowMs: number; now: number }): Promise<void>
  /** Returns how often a key was used in the last `windowMs` milliseconds. */
  count(query: { key: string; windowMs: number; now: number }): Promise<number>
  /**
   * Returns true for the first use of a key before it expires, even if another process uses it at the same time. Needs no
   * lock.
   */
  takeOnce(use: { key: string; now: number; expiresAt: number }): Promise<boolean>
}

/**
 * Creates an exact counter with sliding windows, shared by all processes. Call `take` inside a transaction that holds a
 * lock for each key; otherwise two concurrent calls could both take the last free slot. The server removes expired rows.
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

  async function add({
    key,
    windowMs,
    by = '',
    now,
  }: {
    key: string
    windowMs: number
    by?: string | undefined
    now: number
  }): Promise<void> {
    await database
      .insertInto('uses')
      .values({ key, id: `${by} ${randomUUID()}`, at: now, expires_at: now + windowMs })
      .execute()
  }

  async function waitFor(uses: readonly Usage[], now: number): Promise<number> {
    let longest = 0
    // Check every window even after a full one: the response time must not reveal which limit was reached.
    for (const { key, limits } of uses)
      for (const limit of limits) longest = Math.max(longest, await waitOf(key, limit, now))
    return longest
  }

  return {
    async take(uses, now) {
      const wait = await waitFor(uses, now)
      if (wait > 0) return wait
      for (const { key, limits, by } of uses)
        await add({ key, windowMs: Math.max(...limits.map(({ windowMs }) => windowMs)), by, now })
      return undefined
    },
    waitFor,
    async refund({ key, by }) {
      const uses = database.deleteFrom('uses').where('key', '=', key)
      const prefix = `${by} `
      await (by === undefined
        ? uses
        : uses.where(sql`substr(id, 1, ${prefix.length})`, '=', prefix)
      ).execute()
    },
    add,
    async count({ key, windowMs, now }) {
      const { count } = await database
        .selectFrom('uses')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('key', '=', key)
        .where('at', '>', now - windowMs)
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    async takeOnce({ key, now, expiresAt }) {
      const { numInsertedOrUpdatedRows } = await database
        .insertInto('uses')
        .values({ key, id: 'once', at: now, expires_at: expiresAt })
        .onConflict((conflict) => conflict.columns(['key', 'id']).doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },
  }
}
