import { type CaipNetworkId, rpcErrorCodes } from '@portico/protocol'
import type { Upstreams } from '../../upstreams/createUpstreams.ts'
import { UpstreamsFailedError } from '../../upstreams/UpstreamsFailedError.ts'
import { decideMethod } from './decideMethod.ts'
import { isKnownTransaction } from './isKnownTransaction.ts'
import { type RpcId, type RpcRequest, readRequests } from './readRequests.ts'

/** The answer to a body of JSON-RPC. `text` is undefined where there is nothing to say (notifications). */
export type RpcReply = { status: 200 | 503; text: string | undefined; retryAfterMs?: number | undefined }

export type RpcService = {
  /** The chains there are nodes for. */
  readonly chains: ReadonlySet<CaipNetworkId>
  handle(call: { chain: CaipNetworkId; body: string; requestId: string }): Promise<RpcReply>
}

/** Clients give up after 10 s: what comes later is work for nobody. */
const overall = 9000
const concurrentInBatch = 100
/** 1 MiB; a single raw transaction may have twice that, as blobs make it long. */
const maxBody = 1024 * 1024

/** Answers JSON-RPC from the nodes of a chain, under the method policy. */
export function createRpcService({
  upstreams,
  now = Date.now,
}: {
  upstreams: ReadonlyMap<CaipNetworkId, Upstreams>
  now?: () => number
}): RpcService {
  type Call = { nodes: Upstreams; deadline: number; requestId: string }

  async function answer(request: RpcRequest, { nodes, deadline, requestId }: Call): Promise<RpcReply> {
    const { id } = request
    const data = { requestId }
    if (!request.ok) return error(id, rpcErrorCodes.invalidRequest, 'Invalid Request', data)
    const { method, params } = request
    const decision = decideMethod({ method, params, chain: nodes.chain })
    if (decision.kind === 'refuse') return error(id, decision.code, decision.message, data)
    if (decision.kind === 'answer') return ok(id, JSON.stringify(decision.result))

    // An id that any node understands goes along, and then the node's text is the answer, byte for byte.
    const plain = typeof id.value === 'string' ? id.value.length <= 100 : Number.isSafeInteger(id.value)
    const upstreamId = plain ? (id.value as string | number) : 1
    try {
      const request = { method, params: JSON.stringify(params), id: upstreamId }
      const reply = await nodes.send(request, { deadline })
      if (reply.kind === 'error') {
        const hash = await isKnownTransaction({ method, params, error: reply.error, nodes, deadline })
        if (hash) return ok(id, JSON.stringify(hash))
        const isOwn = (JSON.parse(reply.text) as { id?: unknown }).id === upstreamId
        if (!plain || !isOwn)
          return {
            status: 200,
            text: `{"jsonrpc":"2.0","id":${id.text},"error":${JSON.stringify(reply.error)}}`,
          }
      }
      if (reply.kind === 'result' && !plain) return ok(id, JSON.stringify(reply.result))
      return { status: 200, text: reply.text }
    } catch (cause) {
      if (!(cause instanceof UpstreamsFailedError)) throw cause
      const { retryAfterMs, tried } = cause
      const details = {
        ...data,
        upstreamTried: tried,
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      }
      const late = now() >= deadline
      const message = late
        ? 'The nodes of the chain did not answer in time.'
        : 'No node of the chain answers.'
      const reply = error(
        id,
        late ? rpcErrorCodes.invalidInput : rpcErrorCodes.resourceUnavailable,
        message,
        details,
      )
      return { ...reply, status: 503, retryAfterMs }
    }
  }

  return {
    chains: new Set(upstreams.keys()),
    async handle({ chain, body, requestId }) {
      const nodes = upstreams.get(chain)
      if (!nodes) throw new Error(`no nodes for ${chain}`)
      const call = { nodes, deadline: now() + overall, requestId }
      const none: RpcId = { text: 'null', value: null }
      const read = readRequests(body)
      if (read.kind === 'error') return error(none, read.code, read.message, { requestId })
      if (Buffer.byteLength(body) > maxBody && !isRawTransaction(read))
        return error(none, rpcErrorCodes.invalidRequest, 'The request is larger than 1 MiB.', { requestId })
      if (read.kind === 'single') {
        const reply = await answer(read.request, call)
        return read.request.id.text === undefined ? { status: 200, text: undefined } : reply
      }
      const replies = await mapLimited(read.requests, concurrentInBatch, (request) => answer(request, call))
      const texts = replies.flatMap((reply, index) =>
        read.requests[index]?.id.text === undefined ? [] : (reply.text ?? []),
      )
      return { status: 200, text: texts.length === 0 ? undefined : `[${texts.join(',')}]` }
    },
  }
}

function isRawTransaction(read: ReturnType<typeof readRequests>): boolean {
  return read.kind === 'single' && read.request.ok && read.request.method === 'eth_sendRawTransaction'
}

function ok(id: RpcId, result: string): RpcReply {
  return { status: 200, text: `{"jsonrpc":"2.0","id":${id.text},"result":${result}}` }
}

function error(id: RpcId, code: number, message: string, data: object): RpcReply {
  const text = `{"jsonrpc":"2.0","id":${id.text},"error":${JSON.stringify({ code, message, data })}}`
  return { status: 200, text }
}

async function mapLimited<Item, Value>(
  items: readonly Item[],
  limit: number,
  map: (item: Item) => Promise<Value>,
): Promise<Value[]> {
  const values: Value[] = new Array(items.length)
  let next = 0
  async function work(): Promise<void> {
    while (next < items.length) {
      const index = next++
      values[index] = await map(items[index] as Item)
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work))
  return values
}
