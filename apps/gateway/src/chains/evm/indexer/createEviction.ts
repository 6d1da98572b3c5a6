import { BoundedMap, type Log } from '@portico/server'
import type { LastRequestStore } from './createLastRequestStore.ts'

/** Deletes index data that is no longer used. */
export type Eviction = {
  /** Records a request for an account. Cheap enough to call with every request. */
  onAccountRequest(account: string): void
  /** Deletes the data of expired accounts and returns their number. Also runs once a day. */
  run(): Promise<number>
  close(): void
}

const day = 24 * 3_600_000
/** The time of an account's latest request is stored at most this often. */
const touchIntervalMs = 3_600_000
const maxTouched = 10_000
const perRun = 100

/** Creates the eviction of accounts that have not been requested for `keepDays`. */
export function createEviction({
  store,
  keepDays,
  log,
  now = Date.now,
}: {
  store: LastRequestStore
  /** 0 = nothing is deleted. */
  keepDays: number
  log: Log
  now?: () => number
}): Eviction {
  const touched = new BoundedMap<string, number>({ max: maxTouched })

  async function run(): Promise<number> {
    let total = 0
    for (let count = perRun; count === perRun && keepDays > 0; total += count)
      count = await store.evict({ before: now() - keepDays * day, limit: perRun })
    return total
  }

  const timer = setInterval(() => {
    run().catch((error) => log.warn({ error }, 'index data of unused accounts could not be deleted'))
  }, day).unref()

  return {
    run,
    onAccountRequest(account) {
      if ((touched.get(account) ?? 0) > now() - touchIntervalMs) return
      touched.set(account, now())
      store
        .touch({ account, at: now() })
        .catch((error) => log.debug({ error }, 'time of an account request could not be stored'))
    },
    close: () => clearInterval(timer),
  }
}
