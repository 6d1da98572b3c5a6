import type { CaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import type { Dispatcher } from 'undici'
import { createExchange } from './createExchange.ts'
import { createFailover } from './createFailover.ts'
import { createScores } from './createScores.ts'
import { createUpstream } from './createUpstream.ts'
import type { UpstreamIdentity } from './UpstreamIdentity.ts'
import type { CreateUpstreamPolicy } from './UpstreamPolicy.ts'
import type { OnUpstream, UpstreamPool } from './UpstreamPool.ts'

/**
 * Creates the pool of upstreams of one chain. The pool scores the upstreams, limits the time of each try, fails over to
 * the next one, and leaves out upstreams that serve another chain. `policy` decides what else happens to a request.
 *
 * @example
 * const pool = createUpstreamPool({ chain, urls, identity, policy: failoverPolicy({ sendMethod }), dispatcher, log })
 */
export function createUpstreamPool({
  chain,
  urls,
  identity,
  policy: createPolicy,
  dispatcher,
  log,
  onUpstream = () => {},
  now = Date.now,
}: {
  chain: CaipNetworkId
  urls: readonly string[]
  identity: UpstreamIdentity
  policy: CreateUpstreamPolicy
  dispatcher: Dispatcher
  log: Log
  onUpstream?: OnUpstream | undefined
  now?: (() => number) | undefined
}): UpstreamPool {
  const upstreams = urls.map((url, index) => createUpstream(url, index))
  const scores = createScores({
    upstreams,
    isBehind: (upstream) => policy.isBehind?.(upstream) ?? false,
    now,
  })
  const onSample = scores.record
  const exchange = createExchange({ chain, identity, dispatcher, log, onUpstream, onSample, now })
  const failover = createFailover({ chain, scores, now })
  const policy = createPolicy({ chain, upstreams, exchange, scores, failover, now })

  return {
    chain,
    size: upstreams.length,
    send: policy.send,
    sendMany:
      policy.sendMany ??
      ((requests, options) => Promise.all(requests.map((request) => policy.send(request, options)))),
    close: () => policy.close?.(),
  }
}
