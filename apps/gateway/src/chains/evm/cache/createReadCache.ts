import { createHash } from 'node:crypto'
import { parseCaipNetworkId } from '@portico/protocol'
import { isDevelopmentChain } from '../../shared/isDevelopmentChain.ts'
import type { UpstreamAnswer, UpstreamPool } from '../../shared/upstreams/UpstreamPool.ts'
import { readHeight } from '../upstreams/readHeight.ts'
import type { HeadTracker } from './createHeadTracker.ts'
import type { CacheEntry, CacheKind, ResponseCache } from './createResponseCache.ts'
import type { Read } from './describeRead.ts'
import type { SharedRpcCache } from './SharedRpcCache.ts'

/** Decides which results of one chain are cached, and for how long. */
export type ReadCache = {
  get(key: string): CacheEntry | undefined
  /** Looks an immutable result up in the cache that all processes share. */
  getShared(key: string, read: Read): Promise<string | undefined>
  /** Stores a result, if it can be cached at all. */
  store(key: string, read: Read, answer: UpstreamAnswer): void
  /** How the result of a read would be cached now; `served` is the newest block number served. */
  kindOf(read: Read, served: number | undefined): CacheKind | 'none'
}

const unfinalizedTtlMs = 10_000
/** Longer than the block time of any supported chain; usually the next block ends the entry. */
const headTtlMs = 12_000
/** Local chains also change without a new block and can be restarted from scratch: long enough for polling clients only. */
const developmentTtlMs = 250
const sharedTtlMs = 24 * 60 * 60_000

/** Creates the cache rules of one chain. */
export function createReadCache({
  chain,
  cache,
  shared,
  tracker,
  now,
}: {
  chain: UpstreamPool['chain']
  cache: ResponseCache
  shared: SharedRpcCache | undefined
  tracker: HeadTracker | undefined
  now: () => number
}): ReadCache {
  const isLocal = isDevelopmentChain(parseCaipNetworkId(chain))

  function kindOf(read: Read, served: number | undefined): CacheKind | 'none' {
    if (served === undefined || read.kind === 'now' || read.kind === 'once') return 'none'
    if (read.kind === 'head') return 'head'
    if (read.kind !== 'block') return 'unfinalized'
    if (tracker?.isFinal(read.number)) return 'immutable'
    if (read.number > served) return 'none'
    return read.number === served ? 'head' : 'unfinalized'
  }

  return {
    get: cache.get,
    async getShared(key, read) {
      if (!shared) return undefined
      const isCandidate = read.kind === 'hash' || (read.kind === 'block' && tracker?.isFinal(read.number))
      const text = isCandidate ? await shared.get(sharedKey(key)).catch(() => undefined) : undefined
      if (text === undefined) return undefined
      const block = read.kind === 'block' ? read.number : Number.POSITIVE_INFINITY
      cache.set(key, { text, kind: 'immutable', chain, block, until: Infinity })
      return text
    },
    store(key, read, answer) {
      if (answer.kind !== 'result' || answer.result === null) return
      const { text } = answer
      const found = read.kind === 'hash' ? blockNumberOf(answer.result) : undefined
      if (found !== undefined) tracker?.observe(found)
      const served = tracker?.current()?.number
      if (read.kind === 'hash' && (found === undefined || served === undefined || found > served)) return
      const kind = found !== undefined && tracker?.isFinal(found) ? 'immutable' : kindOf(read, served)
      if (kind === 'none') return
      const block = read.kind === 'block' ? read.number : (found ?? Number.POSITIVE_INFINITY)
      const ttlMs = isLocal
        ? developmentTtlMs
        : { head: headTtlMs, unfinalized: unfinalizedTtlMs, immutable: Infinity }[kind]
      cache.set(key, { text, kind, chain, block, until: now() + ttlMs })
      if (kind === 'immutable')
        void shared?.set(sharedKey(key), text, { ttlMs: sharedTtlMs }).catch(() => undefined)
    },
    kindOf,
  }
}

/** Returns the number of a block, or of the block that contains a transaction or receipt; undefined while pending. */
export function blockNumberOf(result: unknown): number | undefined {
  const { blockNumber, number } = (result ?? {}) as { blockNumber?: unknown; number?: unknown }
  return readHeight(blockNumber ?? number)
}

/** Hashes a key: parameters may be long, and the shared cache should not reveal them. */
function sharedKey(key: string): string {
  return `rpc:${createHash('sha256').update(key).digest('base64url')}`
}
