import type { Exchange } from './createExchange.ts'
import type { Scores } from './createScores.ts'
import type { Upstream } from './createUpstream.ts'
import type { UpstreamRequest } from './createUpstreams.ts'

const every = 1000
const patience = 2500

/**
 * Sends a node that is left out a copy of a client's read now and then. Nobody waits for its answer; if it is well again,
 * the answers raise its score until it is asked in earnest.
 */
export function createShadow({
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
      if (upstream.shadowAt > now() || upstream.coolUntil > now()) continue
      if (!scores.isExcluded(upstream, request.method)) continue
      upstream.shadowAt = now() + every
      void exchange.ask(upstream, request, { deadline: now() + patience })
    }
  }
}
