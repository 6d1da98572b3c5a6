import type { CaipNetworkId } from '@portico/protocol'
import type { Exchange } from './createExchange.ts'
import type { Failover } from './createFailover.ts'
import type { Scores } from './createScores.ts'
import type { Upstream } from './Upstream.ts'
import type { UpstreamPool } from './UpstreamPool.ts'

/** What a pool provides to its policy. */
export type PolicyContext = {
  chain: CaipNetworkId
  upstreams: readonly Upstream[]
  exchange: Exchange
  scores: Scores
  failover: Failover
  now: () => number
}

/** Decides how a pool uses its upstreams. */
export type UpstreamPolicy = Pick<UpstreamPool, 'send'> & {
  /** Sends several requests at once; without it, each is sent on its own. */
  sendMany?: UpstreamPool['sendMany']
  /** Whether an upstream lags so far behind the chain that the others come first. */
  isBehind?(upstream: Upstream): boolean
  /** Stops all background requests. */
  close?(): void
}

/** Creates the policy of one pool. */
export type CreateUpstreamPolicy = (context: PolicyContext) => UpstreamPolicy
