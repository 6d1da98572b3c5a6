import { type CaipNetworkId, rpcErrorCodes } from '@portico/protocol'
import { rulesOf } from '../../chains/namespaceRules.ts'
import { mapLimited } from '../../chains/shared/mapLimited.ts'
import type { NamespaceRules } from '../../chains/shared/NamespaceRules.ts'
import type { RpcUpstreams } from '../../chains/shared/upstreams/RpcUpstreams.ts'
import { UpstreamsFailedError } from '../../chains/shared/upstreams/UpstreamsFailedError.ts'
import { type RpcId, type RpcRequest, readRequests } from './readRequests.ts'

/** The reply to a JSON-RPC body. `text` is undefined if there is no response (only notifications). */
export type RpcReply = {
  status: 200 | 429 | 503
  text: string | undefined
  retryAfterMs?: number | undefined
  /** The code of an error of the gateway itself; of a batch, of its first. Absent for results and errors of nodes. */
  errorCode?: number | undefined
  /** Whether the reply came from the cache; absent if neither the cache nor an upstream was used. */
  cache?: 'HIT' | 'MISS' | undefined
  /** The upstream that answered a single request. */
  upstream?: string | undefined
}

export type RpcCall = {
  chain: CaipNetworkId
  body: string
  requestId: string
  /** Takes cost units. Returns the milliseconds to wait if not enough are left. */
  take?: ((units: number) => number | undefined) | undefined
}

export type RpcService = {
  /** The chains with upstreams. */
  readonly chains: ReadonlySet<CaipNetworkId>
  /** Answers a JSON-RPC body, synchronously on a cache hit. Never rejects because of the body's content. */
  handle(call: RpcCall): RpcReply | Promise<RpcReply>
}

/** Clients give up after 10 s, so a later response is useless. */
const timeoutMs = 9000
const concurrentInBatch = 100
/**
 * Characters that the replies of a batch may have together: 25 million, as geth allows. A cached block may have 4 million, and a batch
 * can ask for it a thousand times.
 */
const maxBatchReply = 25_000_000
/** 1 MiB. A single raw transaction may take twice as much, because of blobs. */
const maxBody = 1024 * 1024

/** Creates the service that answers JSON-RPC from the upstreams of a chain, subject to the method policy. */
export function createRpcService({
  upstreamsByChain,
  now = Date.now,
}: {
  upstreamsByChain: ReadonlyMap<CaipNetworkId, RpcUpstreams>
  now?: () => number
}): RpcService {
  type Context = { upstreams: RpcUpstreams; rules: NamespaceRules; deadline: number; requestId: string }
  const rules = new Map([...upstreamsByChain.keys()].map((chain) => [chain, rulesOf(chain)]))

  async function answer(
    request: RpcRequest,
    { upstreams, rules, deadline, requestId }: Context,
  ): Promise<RpcReply> {
    const { id } = request
    if (!request.ok) return error(id, rpcErrorCodes.invalidRequest, 'Invalid Request', { requestId })
    const { method, params } = request
    const decision = rules.decideMethod({ method, params, chain: upstreams.chain })
    if (decision.kind === 'refuse') return error(id, decision.code, decision.message, { requestId })
    if (decision.kind === 'answer') return ok(id, decision.result)
    try {
      const answer = await upstreams.send({ method, params }, { deadline })
      const { cache } = answer
      const upstream = answer.upstream?.label
      // The upstream's text is passed on byte for byte; only the ID is the client's.
      if (answer.kind === 'result') return { ...ok(id, answer.text), cache, upstream }
      return { status: 200, text: `{"jsonrpc":"2.0","id":${id},"error":${answer.text}}`, cache, upstream }
    } catch (cause) {
      if (!(cause instanceof UpstreamsFailedError)) throw cause
      return { ...failed(id, cause, requestId, now() >= deadline), cache: 'MISS' }
    }
  }

  /** Returns the reply to a request whose result is cached. A cached request has already passed the method policy. */
  function answerCached(request: RpcRequest, upstreams: RpcUpstreams): RpcReply | undefined {
    const result = request.ok ? upstreams.cached(request) : undefined
    return result === undefined ? undefined : { ...ok(request.id, result), cache: 'HIT' }
  }

  /** Answers what is cached at once, and asks the upstreams for the rest only. */
  function answerBatch(requests: readonly RpcRequest[], context: Context): RpcReply | Promise<RpcReply> {
    const limit = createReplyLimit(context)
    const replies = requests.map((request) => {
      const reply = answerCached(request, context.upstreams)
      return reply && limit.admit(request, reply)
    })
    const missing = requests.flatMap((_, index) => (replies[index] ? [] : index))
    if (missing.length === 0) return joinReplies(requests, replies, context)
    return mapLimited({
      items: missing,
      limit: concurrentInBatch,
      timeoutMs: context.deadline - now(),
      async map(index) {
        const request = requests[index] as RpcRequest
        return limit.refusal(request) ?? limit.admit(request, await answer(request, context))
      },
    }).then((answers) => {
      for (const [at, index] of missing.entries()) replies[index] = answers[at]
      return joinReplies(requests, replies, context)
    })
  }

  function joinReplies(
    requests: readonly RpcRequest[],
    replies: readonly (RpcReply | undefined)[],
    context: Context,
  ): RpcReply {
    const texts: string[] = []
    let cache: RpcReply['cache']
    let errorCode: RpcReply['errorCode']
    for (const [index, reply] of replies.entries()) {
      if (reply?.cache === 'MISS' || cache === undefined) cache = reply?.cache ?? cache
      errorCode ??= reply ? reply.errorCode : rpcErrorCodes.invalidInput
      const { id } = requests[index] as RpcRequest
      if (id === undefined) continue
      texts.push((reply ?? error(id, rpcErrorCodes.invalidInput, timedOut, context)).text ?? '')
    }
    return { status: 200, text: texts.length === 0 ? undefined : `[${texts.join(',')}]`, cache, errorCode }
  }

  return {
    chains: new Set(upstreamsByChain.keys()),
    handle({ chain, body, requestId, take }) {
      const upstreams = upstreamsByChain.get(chain)
      if (!upstreams) throw new Error(`No upstreams for ${chain}`)
      const context = {
        upstreams,
        rules: rules.get(chain) as NamespaceRules,
        deadline: now() + timeoutMs,
        requestId,
      }
      const read = readRequests(body)
      if (read.kind === 'error') return error('null', read.code, read.message, { requestId })
      if (body.length > maxBody / 4 && Buffer.byteLength(body) > maxBody && !isSending(read, context.rules))
        return error('null', rpcErrorCodes.invalidRequest, 'The request is larger than 1 MiB.', { requestId })
      const requests = read.kind === 'single' ? [read.request] : read.requests
      const waitMs = take?.(
        requests.reduce(
          (sum, request) => sum + (request.ok ? context.rules.methodCost(request.method) : 1),
          0,
        ),
      )
      if (waitMs !== undefined) return throttled(requests, waitMs, requestId, read.kind === 'batch')
      if (read.kind === 'batch') return answerBatch(read.requests, context)
      const { request } = read
      if (request.id === undefined)
        return answer(request, context).then(() => ({ status: 200, text: undefined }))
      return answerCached(request, upstreams) ?? answer(request, context)
    },
  }
}

/** Limits what the replies of one batch have together. Once one does not fit, upstreams need not be asked for the rest. */
function createReplyLimit({ requestId }: { requestId: string }) {
  let length = 0
  let isFull = false
  const refusal = ({ id }: RpcRequest): RpcReply | undefined =>
    isFull
      ? error(id, rpcErrorCodes.invalidInput, 'The response of the batch is too large.', { requestId })
      : undefined
  return {
    refusal,
    admit(request: RpcRequest, reply: RpcReply): RpcReply {
      length += reply.text?.length ?? 0
      isFull ||= length > maxBatchReply
      return refusal(request) ?? reply
    },
  }
}

const timedOut = 'The upstreams of the chain did not respond in time.'

function isSending(read: ReturnType<typeof readRequests>, { sendMethod }: NamespaceRules): boolean {
  return read.kind === 'single' && read.request.ok && read.request.method === sendMethod
}

function ok(id: RpcId, result: string): RpcReply {
  return { status: 200, text: `{"jsonrpc":"2.0","id":${id},"result":${result}}` }
}

function error(id: RpcId, code: number, message: string, { requestId, ...data }: ErrorData): RpcReply {
  const details = JSON.stringify({ code, message, data: { requestId, ...only(data) } })
  return { status: 200, text: `{"jsonrpc":"2.0","id":${id},"error":${details}}`, errorCode: code }
}

type ErrorData = { requestId: string; upstreamTried?: number; retryAfterMs?: number | undefined }

function only({ upstreamTried, retryAfterMs }: Omit<ErrorData, 'requestId'>): object {
  return {
    ...(upstreamTried === undefined ? {} : { upstreamTried }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  }
}

/** Creates the reply of a failed request. The codes avoid −32603 and the like, which make clients retry everything. */
function failed(id: RpcId, cause: UpstreamsFailedError, requestId: string, isLate: boolean): RpcReply {
  const { retryAfterMs, tried } = cause
  const data = { requestId, upstreamTried: tried, retryAfterMs }
  const reply = isLate
    ? error(id, rpcErrorCodes.invalidInput, timedOut, data)
    : error(id, rpcErrorCodes.resourceUnavailable, 'No upstream of the chain responds.', data)
  return { ...reply, status: 503, retryAfterMs }
}

/** Creates the reply of a rate-limited call, with the code and the header that clients use to back off. */
function throttled(
  requests: readonly RpcRequest[],
  retryAfterMs: number,
  requestId: string,
  isBatch: boolean,
): RpcReply {
  const texts = requests.flatMap(({ id }) => {
    const data = { requestId, retryAfterMs }
    return id === undefined
      ? []
      : (error(id, rpcErrorCodes.limitExceeded, 'Too many requests.', data).text ?? [])
  })
  const text = isBatch ? `[${texts.join(',')}]` : texts[0]
  return { status: 429, text, retryAfterMs, errorCode: rpcErrorCodes.limitExceeded }
}
