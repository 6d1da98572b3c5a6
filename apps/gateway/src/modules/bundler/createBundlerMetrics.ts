import { Counter, Gauge } from 'prom-client'
import type { Database } from '../../infra/database/openDatabase.ts'
import type { Metrics } from '../../infra/metrics/createMetrics.ts'

/** The metrics of the bundler. */
export type BundlerMetrics = {
  /** Counts a refused request. */
  onRefused(refusal: { method: string; reason: string }): void
}

/** Registers the metrics of the bundler. */
export function createBundlerMetrics({
  registry,
  database,
}: Pick<Metrics, 'registry'> & { database: Database }): BundlerMetrics {
  const registers = [registry]
  const refusals = new Counter({
    name: 'gateway_bundler_refusals_total',
    help: 'Requests to the bundler that were refused, by method and reason.',
    labelNames: ['method', 'reason'],
    registers,
  })
  new Gauge({
    name: 'gateway_operations',
    help: 'Operations of the last 30 days, by network and state.',
    labelNames: ['chain', 'state'],
    registers,
    async collect() {
      const rows = await database
        .selectFrom('operations')
        .select(({ fn }) => ['chain', 'state', fn.countAll<number>().as('count')])
        .groupBy(['chain', 'state'])
        .execute()
      this.reset()
      for (const { chain, state, count } of rows) this.set({ chain, state }, Number(count))
    },
  })
  return { onRefused: ({ method, reason }) => refusals.inc({ method, reason }) }
}
