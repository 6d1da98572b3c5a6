import type { CaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import type { Registry } from 'prom-client'
import type { Database } from '../../../infra/database/openDatabase.ts'
import type { Leases } from '../../../infra/leases/createLeases.ts'
import type { Chain } from '../../shared/Chain.ts'
import { isDevelopmentChain } from '../../shared/isDevelopmentChain.ts'
import type { UpstreamPool } from '../../shared/upstreams/UpstreamPool.ts'
import { createUpstreamViews } from '../chain/createUpstreamViews.ts'
import type { Heads } from '../heads/Heads.ts'
import { createEviction } from './createEviction.ts'
import { createHeadReader } from './createHeadReader.ts'
import { createIndexer } from './createIndexer.ts'
import { createIndexStore } from './createIndexStore.ts'
import { createLastRequestStore } from './createLastRequestStore.ts'
import { createMutex } from './createMutex.ts'
import type { Indexer } from './Indexer.ts'
import { createCallBudget } from './jobs/createCallBudget.ts'
import { createIndexJobs, type JobChain } from './jobs/createIndexJobs.ts'
import { createJobMetrics } from './jobs/createJobMetrics.ts'
import { createJobStore } from './jobs/createJobStore.ts'
import type { OnActivityRead } from './jobs/IndexJobs.ts'

/** Calls a minute to the node of a local development chain, in place of `callsPerMinute`. */
const developmentCallsPerMinute = 1_000_000

/**
 * Creates an indexer for each EVM network over one store, which deletes the data of accounts that are no longer requested, and the
 * jobs that read the rest of an account in the background.
 *
 * @param options.keepDays days after the last request; 0 keeps everything.
 * @param options.callsPerMinute limit of the jobs, for each upstream; 0: no jobs.
 * @param options.maxRows rows that are stored of one account and network.
 */
export function createIndexers({
  chains,
  pools,
  heads,
  database,
  leases,
  keepDays,
  callsPerMinute,
  maxRows,
  onActivityRead,
  registry,
  log,
  now,
}: {
  chains: ReadonlyMap<CaipNetworkId, Chain>
  pools: ReadonlyMap<CaipNetworkId, UpstreamPool>
  heads: ReadonlyMap<CaipNetworkId, Heads>
  database: Database
  leases: Leases
  keepDays: number
  callsPerMinute: number
  maxRows: number
  onActivityRead: OnActivityRead
  registry: Registry
  log: Log
  now: () => number
}) {
  const store = createIndexStore({ database })
  const eviction = createEviction({ store: createLastRequestStore({ database }), keepDays, log, now })
  const mutexes = new Map([...chains.keys()].map((id) => [id, createMutex()]))
  const mutexOf = (id: CaipNetworkId) => mutexes.get(id)
  const jobChains = new Map<CaipNetworkId, JobChain>()
  if (callsPerMinute > 0)
    for (const [id, pool] of pools) {
      const isLocal = chains.has(id) && isDevelopmentChain(chains.get(id) as Chain)
      const budget = createCallBudget({
        upstreams: pool.size,
        perMinute: isLocal ? developmentCallsPerMinute : callsPerMinute,
        now,
      })
      const upstreams = createUpstreamViews({ pool, allow: budget.take })
      const chain = upstreams.only(Array.from({ length: pool.size }, (_, index) => index))
      jobChains.set(id, {
        indexer: createIndexer({ chain, upstreams, store, log, maxRows, exclusive: mutexOf(id) }),
        budget,
      })
    }
  const jobStore = createJobStore({ database })
  const jobs =
    callsPerMinute > 0
      ? createIndexJobs({ chains: jobChains, store: jobStore, leases, onActivityRead, log, now })
      : undefined
  if (jobs) {
    const budgets = new Map(
      [...jobChains].map(([id, { budget }]) => [
        id,
        { budget, upstreams: (pools.get(id) as UpstreamPool).size },
      ]),
    )
    createJobMetrics({ registry, store: jobStore, running: jobs.running, budgets, log })
  }
  const indexers: ReadonlyMap<CaipNetworkId, Indexer> = new Map(
    [...chains].map(([id, chain]) => [
      id,
      createIndexer({
        chain,
        upstreams: createUpstreamViews({ pool: pools.get(id) as UpstreamPool }),
        store,
        log,
        maxRows,
        exclusive: mutexOf(id),
        onAccountRequest(account) {
          eviction.onAccountRequest(account)
          jobs?.onAccountRequest({ chain: id, account })
        },
      }),
    ]),
  )
  const headReader = createHeadReader({ heads, indexers })
  return {
    store,
    indexers,
    jobs,
    /** Reads the hash of the newest block of a network. */
    readHead: headReader.read,
    async close() {
      headReader.close()
      eviction.close()
      await jobs?.close()
    },
  }
}
