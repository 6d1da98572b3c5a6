import { inTransaction } from '@portico/server'
import type { Transaction } from 'kysely'
import type { Database } from '../../infra/database/openDatabase.ts'
import type { Tables } from '../../infra/database/Tables.ts'
import { chainLock } from './chainLock.ts'

/** A transaction that holds the lock of a network, and what it has read that only its holder changes. */
export interface ChainBatch {
  transaction: Transaction<Tables>
  /** What the open operations of each paymaster can cost at most. */
  owed: Map<string, bigint>
}

interface Job {
  run(batch: ChainBatch): Promise<unknown>
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** Few enough that other processes, which wait for the lock, get it soon. */
const maxJobs = 50

/**
 * Returns a function that runs changes of a network's operations one after the other, those that wait at the same time in one
 * transaction. All of them need the same lock: if each took a connection to wait for it, requests that need none of this
 * would find no free connection, and many at once would wait longer than the pool lets them.
 *
 * `run` may be called several times, so it must do nothing but queries. Its value is returned after the commit.
 */
export function createChainBatches({ database }: { database: Database }) {
  const waiting = new Map<string, Job[]>()

  async function work(chain: string, jobs: Job[]): Promise<void> {
    while (jobs.length > 0) {
      const batch = jobs.splice(0, maxJobs)
      let failed: Job | undefined
      try {
        const values = await inTransaction({
          database,
          locks: [chainLock(chain)],
          run: async (transaction) => {
            const context: ChainBatch = { transaction, owed: new Map() }
            const results: unknown[] = []
            for (const job of batch) {
              failed = job
              results.push(await job.run(context))
            }
            failed = undefined
            return results
          },
        })
        for (const [index, job] of batch.entries()) job.resolve(values[index])
      } catch (error) {
        // One that fails must not fail the others. Without a connection, all fail.
        for (const job of batch) if (!failed || job === failed) job.reject(error)
        if (failed) jobs.unshift(...batch.filter((job) => job !== failed))
      }
    }
    waiting.delete(chain)
  }

  return function runInBatch<T>(chain: string, run: (batch: ChainBatch) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const job = { run, resolve: resolve as Job['resolve'], reject }
      const queue = waiting.get(chain)
      if (queue) {
        queue.push(job)
        return
      }
      const jobs = [job]
      waiting.set(chain, jobs)
      void work(chain, jobs)
    })
  }
}
