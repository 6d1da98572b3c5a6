import type { CaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import { Gauge, type Registry } from 'prom-client'
import type { CallBudget } from './createCallBudget.ts'
import type { JobStore } from './createJobStore.ts'

/** Registers the metrics of the jobs of the index. The jobs are counted in the database, at each scrape. */
export function createJobMetrics({
  registry,
  store,
  running,
  budgets,
  log,
}: {
  registry: Registry
  store: Pick<JobStore, 'count'>
  /** Returns the chains with a job that runs in this process. */
  running: () => readonly CaipNetworkId[]
  budgets: ReadonlyMap<CaipNetworkId, { budget: CallBudget; upstreams: number }>
  log: Log
}): void {
  const registers = [registry]
  new Gauge({
    name: 'gateway_index_jobs',
    help: 'Accounts read in the background, by chain and state: reading (older blocks are to be read), following or full. The same in all processes.',
    labelNames: ['chain', 'state'],
    registers,
    async collect() {
      this.reset()
      try {
        for (const { chain, state, jobs } of await store.count()) this.set({ chain, state }, jobs)
      } catch (error) {
        // Without a database the other metrics are still read.
        log.debug({ error }, 'jobs of the index could not be counted')
      }
    },
  })
  new Gauge({
    name: 'gateway_index_jobs_running',
    help: 'Jobs of the index that run in this process, by chain.',
    labelNames: ['chain'],
    registers,
    collect() {
      this.reset()
      for (const chain of running()) this.set({ chain }, 1)
    },
  })
  new Gauge({
    name: 'gateway_index_budget_calls',
    help: 'Calls that background jobs of this process may send at once, by chain and upstream (its place in RPC_URLS). Negative: they pause until it is positive.',
    labelNames: ['chain', 'upstream'],
    registers,
    collect() {
      for (const [chain, { budget, upstreams }] of budgets)
        for (let upstream = 0; upstream < upstreams; upstream++)
          this.set({ chain, upstream }, Math.floor(budget.left(upstream)))
    },
  })
}
