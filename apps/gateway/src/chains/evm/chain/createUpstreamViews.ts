import type { AllowUpstream, UpstreamPool } from '../../shared/upstreams/UpstreamPool.ts'
import { createChain } from './createChain.ts'
import type { UpstreamViews } from './UpstreamViews.ts'

/** Creates views of a pool. They fail over between their upstreams as the pool does. */
export function createUpstreamViews({
  pool,
  allow,
}: {
  pool: UpstreamPool
  /** Called before each try; false leaves that upstream out. */
  allow?: AllowUpstream | undefined
}): UpstreamViews {
  return {
    size: pool.size,
    only(only, { retries = true } = {}) {
      const allowed = retries ? allow : (allow ?? (() => true))
      return createChain({
        upstreams: {
          chain: pool.chain,
          send: (request, { deadline }) => pool.send(request, { deadline, only, allow: allowed }),
          sendMany: (requests, { deadline }) => pool.sendMany(requests, { deadline, only, allow: allowed }),
        },
      })
    },
  }
}
