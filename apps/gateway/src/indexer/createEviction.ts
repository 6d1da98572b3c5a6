import type { Log } from '@portico/server'
import type { AskedStore } from './createAskedStore.ts'

/** Keeps what is indexed from growing for ever. */
export type Eviction = {
  /** Remembers that somebody asked for an account; cheap to call with every request. */
  onAsked(account: string): void
  /** Forgets what is due. Called once a day by itself. */
  run(): Promise<number>
  close(): void
}

const day = 24 * 3_600_000
/** An account that is asked for all the time is written down this often. */
const touchEvery = 3_600_000
const maxTouched = 10_000
const perRun = 100

/** Forgets what was indexed for accounts nobody asks for any more. */
export function createEviction({
  store,
  keepDays,
  log,
  now = Date.now,
}: {
  store: AskedStore
  /** 0 = nothing is ever forgotten. */
  keepDays: number
  log: Log
  now?: () => number
}): Eviction {
  const touched = new Map<string, number>()

  async function run(): Promise<number> {
    let total = 0
    for (let count = perRun; count === perRun && keepDays > 0; total += count)
      count = await store.evict({ before: now() - keepDays * day, limit: perRun })
    return total
  }

  const timer = setInterval(() => {
    run().catch((error) => log.warn({ error }, 'old parts of the index could not be removed'))
  }, day).unref()

  return {
    run,
    onAsked(account) {
      if ((touched.get(account) ?? 0) > now() - touchEvery) return
      if (touched.size >= maxTouched) touched.clear()
      touched.set(account, now())
      store
        .touch({ account, at: now() })
        .catch((error) => log.debug({ error }, 'an account could not be marked as asked for'))
    },
    close: () => clearInterval(timer),
  }
}
