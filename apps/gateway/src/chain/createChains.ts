import type { CaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import type { RpcClient } from '@portico/siwx'
import type { Dispatcher } from 'undici'
import type { Config } from '../config/Config.ts'
import { namespaceOf } from '../families/rulesOf.ts'
import { createHeads } from '../heads/createHeads.ts'
import type { Metrics } from '../metrics/createMetrics.ts'
import { createAnswerCache } from '../upstreams/createAnswerCache.ts'
import { createNodeFeed, type NodeFeed } from '../upstreams/createNodeFeed.ts'
import { createPipeline } from '../upstreams/createPipeline.ts'
import { createUpstreams } from '../upstreams/createUpstreams.ts'
import type { RpcCache } from '../upstreams/RpcCache.ts'
import type { Chain } from './Chain.ts'
import { createChain } from './createChain.ts'

/**
 * The chains of eip155, by id: the nodes of each behind one pipeline, what they say unasked, and the head that is followed.
 * Asks no node yet.
 *
 * @param makeHeads for tests.
 * @returns `clients` are the chains as signature checks want them.
 */
export function createChains({
  config,
  dispatcher,
  shared,
  metrics,
  log,
  makeHeads = createHeads,
}: {
  config: Pick<Config, 'rpcUrls' | 'rpcConsensus'>
  dispatcher: Dispatcher
  /** Answers that all processes share. */
  shared: RpcCache | undefined
  metrics: Pick<Metrics, 'onUpstream' | 'onHedge' | 'onCache'>
  log: Log
  makeHeads?: typeof createHeads | undefined
}) {
  const nodes = [...config.rpcUrls].filter(([chain]) => namespaceOf(chain) === 'eip155')
  const upstreams = new Map(
    nodes.map(([chain, urls]) => [
      chain,
      createUpstreams({
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
  const feeds = new Map(nodes.map(([chain, urls]) => [chain, createNodeFeed({ chain, urls, log })]))
  const heads = new Map(
    [...upstreams].map(([id, asked]) => [
      id,
      // Straight from the nodes: the cache is dropped by what is heard here.
      makeHeads({ chain: createChain({ upstreams: asked }), feed: feeds.get(id) as NodeFeed, log }),
    ]),
  )
  const cache = createAnswerCache()
  const pipelines = new Map(
    [...upstreams].map(([id, asked]) => [
      id,
      createPipeline({ nodes: asked, heads: heads.get(id), cache, shared, onCache: metrics.onCache }),
    ]),
  )
  const chains = new Map<CaipNetworkId, Chain>(
    [...pipelines].map(([id, pipeline]) => [id, createChain({ upstreams: pipeline })]),
  )
  const clients = new Map<CaipNetworkId, RpcClient>(
    [...chains].map(([id, chain]) => [
      id,
      { request: ({ method, params }) => chain.request({ method, params: (params ?? []) as unknown[] }) },
    ]),
  )
  return {
    chains,
    clients,
    pipelines,
    heads,
    feeds,
    close() {
      for (const pipeline of pipelines.values()) pipeline.close()
      for (const head of heads.values()) head.close()
      for (const feed of feeds.values()) feed.close()
    },
  }
}
