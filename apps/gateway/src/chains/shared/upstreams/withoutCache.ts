import type { RpcUpstreams } from './RpcUpstreams.ts'
import type { UpstreamPool } from './UpstreamPool.ts'

/** Presents a pool as uncached RPC upstreams, for namespaces whose answers have no cache rules. */
export function withoutCache(pool: UpstreamPool): RpcUpstreams {
  return {
    chain: pool.chain,
    cached: () => undefined,
    send: async (request, { deadline }) => ({ ...(await pool.send(request, { deadline })), cache: 'MISS' }),
  }
}
