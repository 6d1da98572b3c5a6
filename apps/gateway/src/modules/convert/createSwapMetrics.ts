import { Counter } from 'prom-client'
import type { Metrics } from '../../infra/metrics/createMetrics.ts'
import type { SwapRefusal } from '../../sources/swaps/verifiedSwaps.ts'

/** The metrics of swaps. */
export type SwapMetrics = {
  /** Counts a provider's transaction that was not passed on. */
  onRefused(refusal: { provider: string; reason: SwapRefusal }): void
}

/** Registers the metrics of swaps. */
export function createSwapMetrics({ registry }: Pick<Metrics, 'registry'>): SwapMetrics {
  const refusals = new Counter({
    name: 'gateway_swap_refusals_total',
    help: 'Transactions of swap providers that were not passed on, by provider and reason.',
    labelNames: ['provider', 'reason'],
    registers: [registry],
  })
  return { onRefused: ({ provider, reason }) => refusals.inc({ provider, reason }) }
}
