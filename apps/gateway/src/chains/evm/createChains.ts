import type { CaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import type { RpcClient } from '@portico/siwx'
import type { Dispatcher } from 'undici'
import type { Config } from '../../infra/config/Config.ts'
import type { Chain } from '../shared/Chain.ts'
import type { OnHedge, OnUpstream } from '../shared/upstreams/UpstreamPool.ts'
import { createCachedUpstreams, type OnCache } from './cache/createCachedUpstreams.ts'
import type { createHeadShares } from './cache/createHeadShares.ts'
import { createResponseCache } from './cache/createResponseCache.ts'
import type { SharedRpcCache } from './cache/SharedRpcCache.ts'
import { createChain } from './chain/createChain.ts'
import { createHeads } from './heads/createHeads.ts'
import { createEvmUpstreams } from './upstreams/createEvmUpstreams.ts'
import { createUpstreamSocket, type UpstreamSocket } from './upstreams/createUpstreamSocket.ts'

/**
 * Creates the configured EVM chains: cached upstreams, WebSocket subscriptions and head tracking for each. Sends no
 * request yet.
 *
 * @param options.makeHeads replaces `createHeads` in tests.
 * @returns maps by CAIP-2 id; `clients` are for the verification of signatures.
 */
export function createChains({
  config,
  dispatcher,
  shared,
  headShares,
  metrics,
  log,
  makeHeads = createHeads,
}: {
  config: Pick<Config, 'rpcUrls' | 'rpcConsensus'>
  dispatcher: Dispatcher
  /** A cache that all processes share. */
  shared: SharedRpcCache | undefined
  /** The newest blocks that several processes serve; undefined in a single process. */
  headShares?: ReturnType<typeof createHeadShares> | undefined
  metrics: { onUpstream: OnUpstream; onHedge: OnHedge; onCache: OnCache }
  log: Log
  makeHeads?: typeof createHeads | undefined
}) {
  const configured = [...config.rpcUrls].filter(([chain]) => chain.startsWith('eip155:'))
  const upstreams = new Map(
    configured.map(([chain, urls]) => [
      chain,
      createEvmUpstreams({
        chain,
        urls: urls.filter((url) => /^http/i.test(url)),
        dispatcher,
        log,
        consensus: config.rpcConsensus,
        onUpstream: metrics.onUpstream,
        onHedge: metrics.onHedge,
      }),
    ]),
  )
  const upstreamSockets = new Map(
    configured.map(([chain, urls]) => [chain, createUpstreamSocket({ chain, urls, log })]),
  )
  const heads = new Map(
    [...upstreams].map(([id, pool]) => [
      id,
      // Uncached: the cache depends on the heads.
      makeHeads({
        chain: createChain({ upstreams: pool }),
        upstreamSocket: upstreamSockets.get(id) as UpstreamSocket,
        log,
      }),
    ]),
  )
  const cache = createResponseCache()
  const cachedUpstreams = new Map(
    [...upstreams].map(([id, pool]) => [
      id,
      createCachedUpstreams({
        upstreams: pool,
        heads: heads.get(id),
        cache,
        shared,
        headShare: headShares?.of(id),
        onCache: metrics.onCache,
      }),
    ]),
  )
  const chains = new Map<CaipNetworkId, Chain>(
    [...cachedUpstreams].map(([id, cached]) => [id, createChain({ upstreams: cached })]),
  )
  const clients = new Map<CaipNetworkId, RpcClient>(
    [...chains].map(([id, chain]) => [
      id,
      { request: ({ method, params }) => chain.request({ method, params: (params ?? []) as unknown[] }) },
    ]),
  )
  return {
    chains,
    /** The uncached upstreams of each chain. */
    pools: upstreams,
    clients,
    cachedUpstreams,
    heads,
    upstreamSockets,
    close() {
      for (const cached of cachedUpstreams.values()) cached.close()
      for (const head of heads.values()) head.close()
      for (const upstreamSocket of upstreamSockets.values()) upstreamSocket.close()
    },
  }
}
