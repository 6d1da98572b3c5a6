import type { Database } from '../../../infra/database/openDatabase.ts'

const hourMs = 3_600_000

/**
 * Wrong short codes that are tolerated in each window, over all processes and users. A year has twelve full windows of 30 days
 * and part of another, so at most 12 · 4801 + 5 · 501 guesses: with six characters (2³⁰ codes) the expected number of
 * guessed codes stays below 0.000057 in every year.
 */
export const guessingLimits = [
  { window: '24h', hours: 24, wrong: 500 },
  { window: '30d', hours: 24 * 30, wrong: 4800 },
] as const

/** The wrong short codes of each window. */
export type GuessCounts = readonly { window: (typeof guessingLimits)[number]['window']; wrong: number }[]

/**
 * Creates the circuit breaker for guessed codes. While it is open, short codes are void and new codes are long. It closes
 * by itself once every window is below its limit again.
 *
 * Counts per hour, and counts the whole hour in which a window begins, so it never counts less than a window contains.
 * `database` may be a transaction; concurrent calls must exclude each other, so that none of their guesses is missed.
 */
export function createGuessingBreaker({ database }: { database: Database }) {
  const hourOf = (now: number): number => Math.floor(now / hourMs)

  async function counts(now: number): Promise<GuessCounts> {
    const longest = Math.max(...guessingLimits.map(({ hours }) => hours))
    const rows = await database
      .selectFrom('code_failures')
      .select(['hour', 'failures'])
      .where('hour', '>=', hourOf(now) - longest)
      .execute()
    return guessingLimits.map(({ window, hours }) => ({
      window,
      wrong: rows
        .filter(({ hour }) => hour >= hourOf(now) - hours)
        .reduce((sum, { failures }) => sum + failures, 0),
    }))
  }

  return {
    counts,

    /** Whether short codes are void. */
    async isOpen(now: number): Promise<boolean> {
      const current = await counts(now)
      return guessingLimits.some(({ window, wrong: limit }) =>
        current.some((count) => count.window === window && count.wrong > limit),
      )
    },

    /** Counts a wrong short code. */
    async countWrong(now: number): Promise<void> {
      await database
        .insertInto('code_failures')
        .values({ hour: hourOf(now), failures: 1 })
        .onConflict((conflict) =>
          conflict
            .column('hour')
            .doUpdateSet(({ eb }) => ({ failures: eb('code_failures.failures', '+', 1) })),
        )
        .execute()
    },

    /** Deletes counts that no window contains. */
    async removeOld(now: number): Promise<void> {
      const longest = Math.max(...guessingLimits.map(({ hours }) => hours))
      await database
        .deleteFrom('code_failures')
        .where('hour', '<', hourOf(now) - longest)
        .execute()
    },
  }
}
