import { type CaipNetworkId, rpcErrorCodes } from '@portico/protocol'
import type { FamilyRules } from '../../families/FamilyRules.ts'
import { rulesOf } from '../../families/rulesOf.ts'
import type { RpcNodes } from '../../upstreams/RpcNodes.ts'
import { UpstreamsFailedError } from '../../upstreams/UpstreamsFailedError.ts'
import { mapLimited } from './mapLimited.ts'
import { type RpcId, type RpcRequest, readRequests } from './readRequests.ts'

/** The answer to a body of JSON-RPC. `text` is undefined where there is nothing to say (notifications). */
export type RpcReply = {
  status: 200 | 429 | 503
  text: string | undefined
  retryAfterMs?: number | undefined
  /** Whether nodes were asked; absent where neither they nor the cache were. */
  cache?: 'HIT' | 'MISS' | undefined
  /** The node that answered a single request. */
  upstream?: string | undefined
}

export type RpcCall = {
  chain: CaipNetworkId
  body: string
  requestId: string
  /** Takes cost units; returns how long to wait, in milliseconds, if there are not enough left. */
  take?: ((units: number) => number | undefined) | undefined
}

export type RpcService = {
  /** The chains there are nodes for. */
  readonly chains: ReadonlySet<CaipNetworkId>
  /** Answers a body of JSON-RPC, at once if the answer is there; never rejects because of what stands in it. */
  handle(call: RpcCall): RpcReply | Promise<RpcReply>
}

/** Clients give up after 10 s: what comes later is work for nobody. */
const overall = 9000
const concurrentInBatch = 100
/** 1 MiB; a single raw transaction may have twice that, as blobs make it long. */
const maxBody = 1024 * 1024

/** Answers JSON-RPC from the nodes of a chain, under the method policy. */
export function createRpcService({
  pipelines,
  now = Date.now,
}: {
  pipelines: ReadonlyMap<CaipNetworkId, RpcNodes>
  now?: () => number
}): RpcService {
  type Context = { pipeline: RpcNodes; rules: FamilyRules; deadline: number; requestId: string }
  const rules = new Map([...pipelines.keys()].map((chain) => [chain, rulesOf(chain)]))

  async function answer(
    request: RpcRequest,
    { pipeline, rules, deadline, requestId }: Context,
  ): Promise<RpcReply> {
    const { id } = request
    if (!request.ok) return error(id, rpcErrorCodes.invalidRequest, 'Invalid Request', { requestId })
    const { method, params } = request
    const decision = rules.decideMethod({ method, params, chain: pipeline.chain })
    if (decision.kind === 'refuse') return error(id, decision.code, decision.message, { requestId })
    if (decision.kind === 'answer') return ok(id, decision.result)
    try {
      const given = await pipeline.send({ method, params }, { deadline })
      const { cache } = given
      const upstream = given.upstream?.label
      // The node's text is the answer, byte for byte; around it stands the client's own id.
      if (given.kind === 'result') return { ...ok(id, given.text), cache, upstream }
      return { status: 200, text: `{"jsonrpc":"2.0","id":${id},"error":${given.text}}`, cache, upstream }
    } catch (cause) {
      if (!(cause instanceof UpstreamsFailedError)) throw cause
      return { ...failed(id, cause, requestId, now() >= deadline), cache: 'MISS' }
    }
  }

  async function answerBatch(requests: readonly RpcRequest[], context: Context): Promise<RpcReply> {
    const replies = await mapLimited({
      items: requests,
      limit: concurrentInBatch,
      timeoutMs: context.deadline - now(),
      map: (request) => answer(request, context),
    })
    const texts: string[] = []
    let cache: RpcReply['cache']
    for (const [index, reply] of replies.entries()) {
      if (reply?.cache === 'MISS' || cache === undefined) cache = reply?.cache ?? cache
      const { id } = requests[index] as RpcRequest
      if (id === undefined) continue
      texts.push((reply ?? error(id, rpcErrorCodes.invalidInput, timedOut, context)).text ?? '')
    }
    return { status: 200, text: texts.length === 0 ? undefined : `[${texts.join(',')}]`, cache }
  }

  return {
    chains: new Set(pipelines.keys()),
    handle({ chain, body, requestId, take }) {
      const pipeline = pipelines.get(chain)
      if (!pipeline) throw new Error(`no nodes for ${chain}`)
      const context = {
        pipeline,
        rules: rules.get(chain) as FamilyRules,
        deadline: now() + overall,
        requestId,
      }
      const read = readRequests(body)
      if (read.kind === 'error') return error('null', read.code, read.message, { requestId })
      if (body.length > maxBody / 4 && Buffer.byteLength(body) > maxBody && !isSending(read, context.rules))
        return error('null', rpcErrorCodes.invalidRequest, 'The request is larger than 1 MiB.', { requestId })
      const requests = read.kind === 'single' ? [read.request] : read.requests
      const wait = take?.(
        requests.reduce(
          (sum, request) => sum + (request.ok ? context.rules.methodCost(request.method) : 1),
          0,
        ),
      )
      if (wait !== undefined) return throttled(requests, wait, requestId, read.kind === 'batch')
      if (read.kind === 'batch') return answerBatch(read.requests, context)
      const { request } = read
      if (request.id === undefined)
        return answer(request, context).then(() => ({ status: 200, text: undefined }))
      // What was answered before has passed the policy before.
      const kept = request.ok ? pipeline.kept(request) : undefined
      return kept === undefined ? answer(request, context) : { ...ok(request.id, kept), cache: 'HIT' }
    },
  }
}

const timedOut = 'The nodes of the chain did not answer in time.'

function isSending(read: ReturnType<typeof readRequests>, { sendMethod }: FamilyRules): boolean {
  return read.kind === 'single' && read.request.ok && read.request.method === sendMethod
}

function ok(id: RpcId, result: string): RpcReply {
  return { status: 200, text: `{"jsonrpc":"2.0","id":${id},"result":${result}}` }
}

function error(id: RpcId, code: number, message: string, { requestId, ...data }: ErrorData): RpcReply {
  const details = JSON.stringify({ code, message, data: { requestId, ...only(data) } })
  return { status: 200, text: `{"jsonrpc":"2.0","id":${id},"error":${details}}` }
}

type ErrorData = { requestId: string; upstreamTried?: number; retryAfterMs?: number | undefined }

function only({ upstreamTried, retryAfterMs }: Omit<ErrorData, 'requestId'>): object {
  return {
    ...(upstreamTried === undefined ? {} : { upstreamTried }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  }
}

/** Not −32603 and the like, and in a batch HTTP 200: a client would ask everything again. */
function failed(id: RpcId, cause: UpstreamsFailedError, requestId: string, isLate: boolean): RpcReply {
  const { retryAfterMs, tried } = cause
  const data = { requestId, upstreamTried: tried, retryAfterMs }
  const reply = isLate
    ? error(id, rpcErrorCodes.invalidInput, timedOut, data)
    : error(id, rpcErrorCodes.resourceUnavailable, 'No node of the chain answers.', data)
  return { ...reply, status: 503, retryAfterMs }
}

/** Real throttling, and clients are to know it: with the code and the header they wait by. */
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
  return { status: 429, text: isBatch ? `[${texts.join(',')}]` : texts[0], retryAfterMs }
}
