import { sql } from 'kysely'
import type { Database } from '../../../../infra/database/openDatabase.ts'
import type { JobState } from '../../../../infra/database/Tables.ts'

/** One account whose activity is read in the background. Times in milliseconds since the epoch. */
export type Job = {
  chain: string
  account: string
  state: JobState
  requestedAt: number
  failures: number
}

/** Stores the jobs of the index. What they have read is in the index itself, so that a job continues there. */
export type JobStore = {
  /** Adds a job that is due, or makes it due. Of more than `max` jobs of a chain, those requested the longest ago are removed. */
  add(entry: { chain: string; account: string; at: number; max: number }): Promise<void>
  /** Returns the chains that have jobs due. */
  dueChains(query: { at: number }): Promise<string[]>
  /**
   * Takes the job of a chain that has been due longest. Until `settle`, it counts as failed and is due again at `retryAt`, in case
   * this process dies.
   */
  claim(query: { chain: string; at: number; retryAt: (failures: number) => number }): Promise<Job | undefined>
  /** Stores the outcome of a run. */
  settle(entry: { job: Job; state: JobState; dueAt: number; failures: number; calls: number }): Promise<void>
  /** Deletes the jobs that nobody has requested since `before`. */
  removeUnused(query: { before: number }): Promise<void>
  /** Returns the state of an account's job; undefined if there is none. */
  state(query: { chain: string; account: string }): Promise<JobState | undefined>
  /** Counts the jobs by chain and state. */
  count(): Promise<{ chain: string; state: JobState; jobs: number }[]>
}

/** Creates the store in SQL. */
export function createJobStore({ database }: { database: Database }): JobStore {
  return {
    async add({ chain, account, at, max }) {
      const updated = await database
        .updateTable('index_jobs')
        .set((row) => ({
          requested_at: at,
          // A job that waits after a failure is not made due sooner by asking again.
          due_at: row.case().when('state', '=', 'following').then(at).else(row.ref('due_at')).end(),
        }))
        .where('chain', '=', chain)
        .where('account', '=', account)
        .returning('account')
        .execute()
      if (updated.length > 0) return
      const [added] = await database
        .insertInto('index_jobs')
        .values({ chain, account, state: 'reading', due_at: at, requested_at: at, failures: 0, calls: 0 })
        .onConflict((conflict) => conflict.columns(['chain', 'account']).doNothing())
        .returning('account')
        .execute()
      if (!added) return
      // Otherwise whoever asks for many accounts first would keep all others out for a day.
      await sql`
        delete from index_jobs where chain = ${chain} and account in (
          select account from index_jobs where chain = ${chain}
          order by requested_at desc, due_at desc limit 100 offset ${sql.lit(max)}
        )`.execute(database)
    },
    async dueChains({ at }) {
      const rows = await database
        .selectFrom('index_jobs')
        .select('chain')
        .distinct()
        .where('due_at', '<=', at)
        .execute()
      return rows.map(({ chain }) => chain)
    },
    async claim({ chain, at, retryAt }) {
      const row = await database
        .selectFrom('index_jobs')
        .selectAll()
        .where('chain', '=', chain)
        .where('due_at', '<=', at)
        .orderBy('due_at')
        .orderBy('account')
        .limit(1)
        .executeTakeFirst()
      if (!row) return undefined
      const failures = row.failures + 1
      await database
        .updateTable('index_jobs')
        .set({ failures, due_at: retryAt(failures) })
        .where('chain', '=', chain)
        .where('account', '=', row.account)
        .execute()
      return { chain, account: row.account, state: row.state, requestedAt: row.requested_at, failures }
    },
    async settle({ job: { chain, account }, state, dueAt, failures, calls }) {
      await database
        .updateTable('index_jobs')
        .set((row) => ({ state, due_at: dueAt, failures, calls: row('calls', '+', calls) }))
        .where('chain', '=', chain)
        .where('account', '=', account)
        .execute()
    },
    async removeUnused({ before }) {
      await database.deleteFrom('index_jobs').where('requested_at', '<', before).execute()
    },
    async state({ chain, account }) {
      const row = await database
        .selectFrom('index_jobs')
        .select('state')
        .where('chain', '=', chain)
        .where('account', '=', account)
        .executeTakeFirst()
      return row?.state
    },
    async count() {
      const rows = await database
        .selectFrom('index_jobs')
        .select((row) => ['chain', 'state', row.fn.countAll().as('jobs')])
        .groupBy(['chain', 'state'])
        .execute()
      return rows.map(({ chain, state, jobs }) => ({ chain, state, jobs: Number(jobs) }))
    },
  }
}
