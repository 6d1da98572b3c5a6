import { parseCaipNetworkId } from '@portico/protocol'
import { BoundedMap } from '@portico/server'
import { isDevelopmentChain } from '../../shared/isDevelopmentChain.ts'
import { canonicalJson } from '../../shared/upstreams/json/canonicalJson.ts'
import type { RpcAnswer, RpcOptions, RpcUpstreams } from '../../shared/upstreams/RpcUpstreams.ts'
import type { UpstreamAnswer, UpstreamPool, UpstreamRequest } from '../../shared/upstreams/UpstreamPool.ts'
import { upstreamTimeoutMs } from '../../shared/upstreams/upstreamTimeoutMs.ts'
import type { Heads } from '../heads/Heads.ts'
import { readHeight } from '../upstreams/readHeight.ts'
import { isStateful, isWrite } from '../upstreams/requestKinds.ts'
import { sendFilterRequest } from '../upstreams/sendFilterRequest.ts'
import type { HeadShare } from './createHeadShares.ts'
import { createHeadTracker } from './createHeadTracker.ts'
import { blockNumberOf, createReadCache } from './createReadCache.ts'
import { type CacheKind, createResponseCache, type ResponseCache } from './createResponseCache.ts'
import { describeRead, type Read } from './describeRead.ts'
import type { SharedRpcCache } from './SharedRpcCache.ts'

/** The upstreams of a chain behind a cache. */
export type CachedUpstreams = Omit<UpstreamPool, 'send'> & RpcUpstreams

/** Called once per request that may be answered from the cache. */
export type OnCache = (event: { kind: CacheKind | 'none'; outcome: 'hit' | 'miss' | 'coalesced' }) => void

const maxInFlight = 8192
const maxKnownKeys = 4096
const maxKnownLength = 2000

/**
 * Puts a cache in front of the upstreams of a chain. Results about final blocks are cached permanently, those about later
 * blocks for seconds and until a reorganisation, those about the newest block until the next one. Identical concurrent
 * requests are coalesced. Without `heads` nothing is cached.
 */
export function createCachedUpstreams({
  upstreams,
  heads,
  cache: responses = createResponseCache(),
  shared,
  headShare,
  onCache = () => {},
  now = Date.now,
}: {
  upstreams: UpstreamPool
  heads?: Heads | undefined
  /** The cache of this process, used for all chains. */
  cache?: ResponseCache
  /** A cache of immutable results, shared by all processes. */
  shared?: SharedRpcCache | undefined
  /** The newest block that the processes serve. */
  headShare?: HeadShare | undefined
  onCache?: OnCache
  now?: () => number
}): CachedUpstreams {
  const { chain } = upstreams
  const minesAtOnce = isDevelopmentChain(parseCaipNetworkId(chain))
  const onReorg = (from: number) => responses.drop(chain, from)
  const tracker = heads && createHeadTracker({ heads, minesAtOnce, share: headShare, onReorg, now })
  const cache = createReadCache({ chain, cache: responses, shared, tracker, now })
  const inFlight = new Map<string, Promise<RpcAnswer>>()
  /**
   * Cache keys by the request's exact text, so that `cached` need not parse it. Valid while the head has the same tag.
   */
  const knownKeys = new BoundedMap<string, { key: string; tag: string | undefined }>({ max: maxKnownKeys })

  /** Makes sure that the newest block number never falls from one answer to the next. */
  function raiseToHead(method: string, answer: UpstreamAnswer, served: number | undefined): UpstreamAnswer {
    if (answer.kind !== 'result') return answer
    const isBlock = method === 'eth_getBlockByNumber'
    const number =
      method === 'eth_blockNumber'
        ? readHeight(answer.result)
        : isBlock
          ? blockNumberOf(answer.result)
          : undefined
    if (number === undefined) return answer
    if (served === undefined || number >= served || isBlock) {
      tracker?.observe(number)
      return answer
    }
    const result = `0x${served.toString(16)}`
    return { ...answer, result, text: `"${result}"` }
  }

  async function sendRead(
    key: string,
    read: Read,
    request: UpstreamRequest,
    { deadline }: RpcOptions,
  ): Promise<RpcAnswer> {
    const served = tracker?.current()?.number
    const reorgs = tracker?.reorgs()
    const params = read.kind === 'block' ? read.params : request.params
    const given = await upstreams.send({ method: request.method, params }, { deadline, known: served })
    if (params !== request.params && isUnknownBlock(given)) {
      // The chain was reset, or no upstream has the head we know: let an upstream decide what `latest` is.
      tracker?.distrust()
      return { ...(await upstreams.send(request, { deadline })), cache: 'MISS' }
    }
    const answer = raiseToHead(request.method, given, served)
    if (reorgs === tracker?.reorgs()) cache.store(key, read, answer)
    return { ...answer, cache: 'MISS' }
  }

  async function sendUncached(request: UpstreamRequest, { deadline }: RpcOptions): Promise<RpcAnswer> {
    const answer = await (isStateful(request.method)
      ? sendFilterRequest(upstreams, request, { deadline })
      : upstreams.send(request, { deadline }))
    if (isWrite(request.method)) tracker?.recordWrite()
    return { ...answer, cache: 'MISS' }
  }

  /** Joins an identical request in flight, or sends this one. */
  async function sendCoalesced(
    key: string,
    read: Read,
    kind: CacheKind | 'none',
    request: UpstreamRequest,
    options: RpcOptions,
  ): Promise<RpcAnswer> {
    const flightKey = `${key}\n${tracker?.generation()}`
    const flight = inFlight.get(flightKey)
    if (flight) {
      onCache({ kind, outcome: 'coalesced' })
      try {
        return await flight
      } catch (error) {
        // The request in flight may have had an earlier deadline.
        if (options.deadline - now() < upstreamTimeoutMs) throw error
        return send(request, options)
      }
    }
    onCache({ kind, outcome: 'miss' })
    const answer = sendRead(key, read, request, options)
    if (inFlight.size < maxInFlight) {
      inFlight.set(flightKey, answer)
      const done = () => inFlight.delete(flightKey)
      answer.then(done, done)
    }
    return answer
  }

  async function send(request: UpstreamRequest, options: RpcOptions): Promise<RpcAnswer> {
    const { fresh = false } = options
    if (!fresh) tracker?.touch()
    const served = tracker?.current()
    const { method } = request
    const read = describeRead({ method, params: request.params, head: fresh ? undefined : served?.number })
    const isFinal = read.kind === 'block' && tracker?.isFinal(read.number)
    if (read.kind === 'once' || (fresh && !isFinal)) return sendUncached(request, options)
    const canonical = canonicalJson(read.kind === 'block' ? read.params : request.params)
    if (canonical === undefined) return sendUncached(request, options)
    const headTag = read.kind === 'head' ? `\n${served?.tag}` : ''
    const key = `${chain}\n${method}\n${canonical}${headTag}`

    const entry = cache.get(key)
    if (entry) {
      // Only a request that repeats gets here: remembering those that never do would cost more than parsing them.
      if (!fresh && request.params.length <= maxKnownLength)
        knownKeys.set(`${method}${request.params}`, { key, tag: served?.tag })
      onCache({ kind: entry.kind, outcome: 'hit' })
      return cacheHit(entry.text)
    }
    const kind = cache.kindOf(read, served?.number)
    const sharedText = await cache.getShared(key, read)
    if (sharedText !== undefined) {
      onCache({ kind: 'immutable', outcome: 'hit' })
      return cacheHit(sharedText)
    }
    return sendCoalesced(key, read, kind, request, options)
  }

  return {
    chain,
    size: upstreams.size,
    send,
    cached({ method, params }) {
      const known = knownKeys.get(`${method}${params}`)
      if (!known) return undefined
      tracker?.touch()
      if (known.tag !== tracker?.current()?.tag) return undefined
      const entry = cache.get(known.key)
      if (entry) onCache({ kind: entry.kind, outcome: 'hit' })
      return entry?.text
    },
    sendMany: upstreams.sendMany,
    close() {
      tracker?.close()
      upstreams.close()
    },
  }
}

function cacheHit(text: string): RpcAnswer {
  return {
    kind: 'result',
    text,
    // Parsed on demand: clients get the text, only the gateway's own services use the value.
    get result() {
      return JSON.parse(text)
    },
    cache: 'HIT',
  }
}

/** Whether an upstream does not have the requested block. */
function isUnknownBlock(answer: UpstreamAnswer): boolean {
  return answer.kind === 'error' ? answer.isRetryable : answer.result === null
}
