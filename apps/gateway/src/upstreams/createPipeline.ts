import { createHash } from 'node:crypto'
import { parseCaipNetworkId } from '@portico/protocol'
import { isDevelopmentChain } from '../chain/isDevelopmentChain.ts'
import type { Heads } from '../heads/Heads.ts'
import { type AnswerCache, type CacheKind, createAnswerCache } from './createAnswerCache.ts'
import { createHeadView } from './createHeadView.ts'
import type { SendOptions, UpstreamAnswer, UpstreamRequest, Upstreams } from './createUpstreams.ts'
import { describeRead, type Read } from './describeRead.ts'
import { canonicalJson } from './json/canonicalJson.ts'
import type { RpcCache } from './RpcCache.ts'
import { readHeight } from './readHeight.ts'
import { isStateful, isWrite } from './requestKinds.ts'
import { sendFilter } from './sendFilter.ts'

/** An answer, and whether a node was asked for it. */
export type PipelineAnswer = UpstreamAnswer & { cache: 'HIT' | 'MISS' }

/** What may be said with a request to a chain. */
export type PipelineOptions = Pick<SendOptions, 'deadline'> & {
  /** Answer with what is true now: kept answers count only if they can never change. */
  fresh?: boolean | undefined
}

/** A chain as it is asked: its nodes behind a cache. */
export type Pipeline = Omit<Upstreams, 'send'> & {
  /** @throws {UpstreamsFailedError} if no node answered before the deadline. */
  send(request: UpstreamRequest, options: PipelineOptions): Promise<PipelineAnswer>
  /** What is kept for a request that was sent before in these very words, without waiting for anything. */
  kept(request: UpstreamRequest): string | undefined
}

/** Called once per request that may be answered from the cache. */
export type OnCache = (event: { kind: CacheKind | 'none'; outcome: 'hit' | 'miss' | 'coalesced' }) => void

const maxInFlight = 8192
const maxHot = 4096
const maxHotLength = 2000
const unfinalizedTtl = 10_000
/** No chain we know has slower blocks; sooner, the next block ends it. */
const headTtl = 12_000
/** Local chains change at once, without blocks too, and begin anew: enough for what is asked over and over. */
const developmentTtl = 250
const sharedTtl = 24 * 60 * 60_000
const patience = 2500

/**
 * Puts a cache before the nodes of a chain. Answers are kept as long as they are true: for good below what can be
 * reorganised, for seconds above it and until a reorganisation, until the next block where they are about the newest.
 * Requests for the same at the same time are one. Without `heads` nothing is kept.
 */
export function createPipeline({
  nodes,
  heads,
  cache = createAnswerCache(),
  shared,
  onCache = () => {},
  now = Date.now,
}: {
  nodes: Upstreams
  heads?: Heads | undefined
  /** Of this process; one for all chains. */
  cache?: AnswerCache
  /** Beside the process, for what never changes. */
  shared?: RpcCache | undefined
  onCache?: OnCache
  now?: () => number
}): Pipeline {
  const { chain } = nodes
  const isLocal = isDevelopmentChain(parseCaipNetworkId(chain))
  const onReorg = (from: number) => cache.drop(chain, from)
  const view = heads && createHeadView({ heads, minesAtOnce: isLocal, onReorg, now })
  const inFlight = new Map<string, Promise<PipelineAnswer>>()
  /** Keys of what was asked, by its words, as long as the head is the one of then. */
  const hot = new Map<string, { key: string; mark: string | undefined }>()

  /** What an answer to this would be kept as, right now. */
  function kindOf(read: Read, served: number | undefined): CacheKind | 'none' {
    if (served === undefined || read.kind === 'now' || read.kind === 'once') return 'none'
    if (read.kind === 'head') return 'head'
    if (read.kind !== 'block') return 'unfinalized'
    if (view?.isFinal(read.number)) return 'immutable'
    if (read.number > served) return 'none'
    return read.number === served ? 'head' : 'unfinalized'
  }

  /** The block of something found by its hash; undefined while it is in none. */
  function blockOf(result: unknown): number | undefined {
    const { blockNumber, number } = (result ?? {}) as { blockNumber?: unknown; number?: unknown }
    return readHeight(blockNumber ?? number)
  }

  function keep(key: string, read: Read, answer: UpstreamAnswer): void {
    if (answer.kind !== 'result' || answer.result === null) return
    const { text } = answer
    const found = read.kind === 'hash' ? blockOf(answer.result) : undefined
    if (found !== undefined) view?.saw(found)
    const served = view?.served()?.number
    if (read.kind === 'hash' && (found === undefined || served === undefined || found > served)) return
    const kind = found !== undefined && view?.isFinal(found) ? 'immutable' : kindOf(read, served)
    if (kind === 'none') return
    const block = read.kind === 'block' ? read.number : (found ?? Number.POSITIVE_INFINITY)
    const ttl = isLocal
      ? developmentTtl
      : { head: headTtl, unfinalized: unfinalizedTtl, immutable: Infinity }[kind]
    cache.set(key, { text, kind, chain, block, until: now() + ttl })
    if (kind === 'immutable')
      void shared?.set(sharedKey(key), text, { ttlMs: sharedTtl }).catch(() => undefined)
  }

  async function readShared(key: string, read: Read): Promise<string | undefined> {
    if (!shared) return undefined
    const mayBeThere = read.kind === 'hash' || (read.kind === 'block' && view?.isFinal(read.number))
    return mayBeThere ? shared.get(sharedKey(key)).catch(() => undefined) : undefined
  }

  function fromText(text: string): PipelineAnswer {
    return {
      kind: 'result',
      text,
      // Clients get the text; only our own services look inside.
      get result() {
        return JSON.parse(text)
      },
      cache: 'HIT',
    }
  }

  /** The newest block's number never falls from one answer to the next, whichever node gives it. */
  function settleHead(method: string, answer: UpstreamAnswer, served: number | undefined): UpstreamAnswer {
    if (answer.kind !== 'result') return answer
    const isBlock = method === 'eth_getBlockByNumber'
    const number =
      method === 'eth_blockNumber' ? readHeight(answer.result) : isBlock ? blockOf(answer.result) : undefined
    if (number === undefined) return answer
    if (served === undefined || number >= served || isBlock) {
      view?.saw(number)
      return answer
    }
    const result = `0x${served.toString(16)}`
    return { ...answer, result, text: `"${result}"` }
  }

  async function ask(
    key: string | undefined,
    read: Read,
    request: UpstreamRequest,
    { deadline }: PipelineOptions,
  ): Promise<PipelineAnswer> {
    const served = view?.served()?.number
    const reorgs = view?.reorgs()
    const params = read.kind === 'block' ? read.params : request.params
    const given = await nodes.send({ method: request.method, params }, { deadline, known: served })
    if (params !== request.params && isUnknownBlock(given)) {
      // The chain was set back, or the head we heard of is nobody's: the nodes know what is newest now.
      view?.doubt()
      return { ...(await nodes.send(request, { deadline })), cache: 'MISS' }
    }
    const answer = settleHead(request.method, given, served)
    if (key !== undefined && reorgs === view?.reorgs()) keep(key, read, answer)
    return { ...answer, cache: 'MISS' }
  }

  async function sendOnce(request: UpstreamRequest, { deadline }: PipelineOptions): Promise<PipelineAnswer> {
    const answer = await (isStateful(request.method)
      ? sendFilter(nodes, request, { deadline })
      : nodes.send(request, { deadline }))
    if (isWrite(request.method)) view?.wrote()
    return { ...answer, cache: 'MISS' }
  }

  async function send(request: UpstreamRequest, options: PipelineOptions): Promise<PipelineAnswer> {
    const { fresh = false, deadline } = options
    if (!fresh) view?.use()
    const served = view?.served()
    const { method } = request
    const read = describeRead({ method, params: request.params, head: fresh ? undefined : served?.number })
    const isFinal = read.kind === 'block' && view?.isFinal(read.number)
    if (read.kind === 'once' || (fresh && !isFinal)) return sendOnce(request, options)
    const canonical = canonicalJson(read.kind === 'block' ? read.params : request.params)
    if (canonical === undefined) return sendOnce(request, options)
    const mark = read.kind === 'head' ? `\n${served?.mark}` : ''
    const key = `${chain}\n${method}\n${canonical}${mark}`
    if (!fresh && request.params.length <= maxHotLength) {
      if (hot.size >= maxHot) hot.clear()
      hot.set(`${method}${request.params}`, { key, mark: served?.mark })
    }

    const kept = cache.get(key)
    if (kept) {
      onCache({ kind: kept.kind, outcome: 'hit' })
      return fromText(kept.text)
    }
    const kind = kindOf(read, served?.number)
    const elsewhere = await readShared(key, read)
    if (elsewhere !== undefined) {
      onCache({ kind: 'immutable', outcome: 'hit' })
      const number = read.kind === 'block' ? read.number : Number.POSITIVE_INFINITY
      cache.set(key, { text: elsewhere, kind: 'immutable', chain, block: number, until: Infinity })
      return fromText(elsewhere)
    }

    const flight = `${key}\n${view?.generation()}`
    const flying = inFlight.get(flight)
    if (flying) {
      onCache({ kind, outcome: 'coalesced' })
      try {
        return await flying
      } catch (error) {
        // The other had less time.
        if (deadline - now() < patience) throw error
        return send(request, options)
      }
    }
    onCache({ kind, outcome: 'miss' })
    const answer = ask(key, read, request, options)
    if (inFlight.size < maxInFlight) {
      inFlight.set(flight, answer)
      const done = () => inFlight.delete(flight)
      answer.then(done, done)
    }
    return answer
  }

  return {
    chain,
    size: nodes.size,
    send,
    kept({ method, params }) {
      const known = hot.get(`${method}${params}`)
      if (!known) return undefined
      view?.use()
      if (known.mark !== view?.served()?.mark) return undefined
      const entry = cache.get(known.key)
      if (entry) onCache({ kind: entry.kind, outcome: 'hit' })
      return entry?.text
    },
    sendMany: nodes.sendMany,
    close() {
      view?.close()
      nodes.close()
    },
  }
}

/** Whether a node has no such block, said by an error or by nothing. */
function isUnknownBlock(answer: UpstreamAnswer): boolean {
  return answer.kind === 'error' ? answer.elsewhere : answer.result === null
}

/** Parameters may be long, and keys are not to show what was asked. */
function sharedKey(key: string): string {
  return `rpc:${createHash('sha256').update(key).digest('base64url')}`
}
