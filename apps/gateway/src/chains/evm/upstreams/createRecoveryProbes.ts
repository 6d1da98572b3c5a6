import type { Exchange } from '../../shared/upstreams/createExchange.ts'
import type { Scores } from '../../shared/upstreams/createScores.ts'
import type { Upstream } from '../../shared/upstreams/Upstream.ts'
import type { UpstreamRequest } from '../../shared/upstreams/UpstreamPool.ts'
import { upstreamTimeoutMs } from '../../shared/upstreams/upstreamTimeoutMs.ts'

const intervalMs = 1000

/**
 * Creates recovery probes: at most once a second, an excluded upstream gets a copy of a client's read. The answer is
 * discarded, but raises the upstream's score once it succeeds again, until the upstream is no longer excluded.
 */
export function createRecoveryProbes({
  upstreams,
  exchange,
  scores,
  now,
}: {
  upstreams: readonly Upstream[]
  exchange: Exchange
  scores: Scores
  now: () => number
}) {
  return (request: UpstreamRequest): void => {
    if (upstreams.length === 1) return
    for (const upstream of upstreams) {
      if (upstream.nextRecoveryProbeAt > now() || upstream.coolUntil > now()) continue
      if (!scores.isExcluded(upstream, request.method)) continue
      upstream.nextRecoveryProbeAt = now() + intervalMs
      void exchange.ask(upstream, request, { deadline: now() + upstreamTimeoutMs })
    }
  }
}
