import { setTimeout as sleep } from 'node:timers/promises'
import type { CaipNetworkId } from '@portico/protocol'
import { BoundedMap, type Log } from '@portico/server'
import type { Leases } from '../../../../infra/leases/createLeases.ts'
import { UpstreamsFailedError } from '../../../shared/upstreams/UpstreamsFailedError.ts'
import type { Indexer } from '../Indexer.ts'
import type { CallBudget } from './createCallBudget.ts'
import type { Job, JobStore } from './createJobStore.ts'
import type { IndexJobs, OnActivityRead } from './IndexJobs.ts'

/** What the jobs of one chain read with. */
export type JobChain = {
  /** Reads within the budget. */
  indexer: Indexer
  budget: CallBudget
}

const tickMs = 1000
/** A process that has not run a job for this long has lost the chain to another one. */
const leaseMs = 30_000
/** A run starts no more reads after this time or number of calls: the other accounts are next. */
const slice = { ms: 3000, calls: 200 }
/** Reads of a run that are still in progress after this time have failed. */
const sliceDeadlineMs = 10_000
const maxJobs = 2000
/** An account counts as being looked at for this long after a request. */
const recentMs = 15 * 60_000
/** How often new blocks are read for an account, and for how long after its last request. */
const follow = { recentEveryMs: 60_000, everyMs: 10 * 60_000, forMs: 24 * 3_600_000 }
/** How long accounts that nobody looks at any more let the others go first. */
const idleDelayMs = 15_000
const retry = { firstMs: 5000, maxMs: 10 * 60_000 }
/** A request for an account is stored at most this often. */
const touchMs = 10_000
const maxTouched = 10_000
/** Clients get an event about a job at most this often, and when it is done: each time they read their list again. */
const reportMs = 2000
/** `close` waits this long for reads in progress. They are repeated by the next process. */
const closeMs = 1000

/**
 * Creates the jobs of all chains. A chain's jobs are run by one process at a time, in turns of a few seconds: the one that has
 * waited longest is next, so that a slow or large account does not hold up the others. Each run continues where the index ends.
 */
export function createIndexJobs({
  chains,
  store,
  leases,
  onActivityRead,
  log,
  now,
}: {
  chains: ReadonlyMap<CaipNetworkId, JobChain>
  store: JobStore
  leases: Leases
  onActivityRead: OnActivityRead
  log: Log
  now: () => number
}): IndexJobs & {
  /** Returns the chains with a job that runs in this process. */
  running(): CaipNetworkId[]
} {
  const active = new Map<CaipNetworkId, Promise<void>>()
  const touched = new BoundedMap<string, number>({ max: maxTouched })
  const reportedAt = new BoundedMap<string, number>({ max: maxTouched })
  const stopping = new AbortController()
  let ticking: Promise<void> | undefined

  async function runChain(id: CaipNetworkId, { indexer, budget }: JobChain): Promise<void> {
    while (!stopping.signal.aborted && budget.waitMs() === 0) {
      if (!(await leases.take({ name: `index ${id}`, until: now() + leaseMs }))) return
      const job = await store.claim({
        chain: id,
        at: now(),
        retryAt: (failures) => now() + retryMs(failures),
      })
      if (!job) return
      const before = budget.taken()
      const calls = () => budget.taken() - before
      try {
        await read(job, id, indexer, calls)
      } catch (error) {
        // Without budget the upstreams were not even asked: the job waits as one that has not failed.
        const isSpent = error instanceof UpstreamsFailedError && error.tried === 0
        const failures = isSpent ? job.failures - 1 : job.failures
        const dueAt = now() + (isSpent ? 0 : retryMs(failures))
        await store.settle({ job, state: job.state, dueAt, failures, calls: calls() })
        if (!isSpent) log.debug({ chain: id, error }, 'activity could not be read in the background')
      }
    }
  }

  async function read(job: Job, chain: CaipNetworkId, indexer: Indexer, calls: () => number): Promise<void> {
    const { account } = job
    const until = now() + slice.ms
    const deadline = now() + sliceDeadlineMs
    const head = await indexer.update({ account, deadline })
    const backfilledTo = await indexer.extend({
      account,
      top: head.number,
      what: 'everything',
      isEnough: async () => calls() >= slice.calls || stopping.signal.aborted,
      until,
      deadline,
    })
    const isRecent = now() - job.requestedAt < recentMs
    const state = backfilledTo === 0 ? 'following' : (await indexer.isFull({ account })) ? 'full' : 'reading'
    const delayMs =
      state === 'full'
        ? follow.forMs
        : state === 'following'
          ? isRecent
            ? follow.recentEveryMs
            : follow.everyMs
          : isRecent
            ? 0
            : idleDelayMs
    await store.settle({ job, state, dueAt: now() + delayMs, failures: 0, calls: calls() })
    const key = `${chain} ${account}`
    const isDone = state !== 'reading'
    if (job.state !== 'reading' || (!isDone && now() - (reportedAt.get(key) ?? 0) < reportMs)) return
    reportedAt.set(key, now())
    onActivityRead({ chain, account, backfilledTo })
  }

  async function tick(): Promise<void> {
    await store.removeUnused({ before: now() - follow.forMs })
    for (const name of await store.dueChains({ at: now() })) {
      const id = name as CaipNetworkId
      const chain = chains.get(id)
      if (!chain || active.has(id) || stopping.signal.aborted) continue
      const done = runChain(id, chain)
        .catch((error) => {
          if (!stopping.signal.aborted) log.warn({ chain: id, error }, 'jobs of the index could not be run')
        })
        .finally(() => active.delete(id))
      active.set(id, done)
    }
  }

  function startTick(): Promise<void> {
    ticking ??= tick()
      .catch((error) => log.warn({ error }, 'jobs of the index could not be read'))
      .finally(() => {
        ticking = undefined
      })
    return ticking
  }
  const timer = setInterval(startTick, tickMs).unref()

  return {
    onAccountRequest({ chain, account }) {
      if (!chains.has(chain)) return
      const key = `${chain} ${account}`
      if (now() - (touched.get(key) ?? Number.NEGATIVE_INFINITY) < touchMs) return
      touched.delete(key)
      touched.set(key, now())
      store
        .add({ chain, account, at: now(), max: maxJobs })
        .catch((error) => log.debug({ error }, 'a job of the index could not be added'))
    },
    isReading: async (query) => chains.has(query.chain) && (await store.state(query)) === 'reading',
    async run() {
      await startTick()
      await Promise.all(active.values())
    },
    running: () => [...active.keys()],
    async close() {
      clearInterval(timer)
      stopping.abort()
      await ticking
      await Promise.race([Promise.all(active.values()), sleep(closeMs, undefined, { ref: false })])
      await leases.release().catch(() => {
        // The leases end by themselves.
      })
    },
  }
}

function retryMs(failures: number): number {
  return Math.min(retry.maxMs, retry.firstMs * 2 ** Math.min(failures - 1, 10))
}
