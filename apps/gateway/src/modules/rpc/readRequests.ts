import { rpcErrorCodes } from '@portico/protocol'
import { readItems } from '../../upstreams/json/readItems.ts'
import { readMembers } from '../../upstreams/json/readMembers.ts'
import { skipSpace } from '../../upstreams/json/skipSpace.ts'

/** One JSON-RPC request as far as the gateway looks into it. `params` is JSON text, as it came. */
export type RpcRequest =
  | { ok: true; id: RpcId; method: string; params: string }
  /** Not a request by JSON-RPC 2.0. */
  | { ok: false; id: RpcId }

/** The id as JSON text, to be written back unchanged; undefined for a notification, which gets no answer. */
export type RpcId = string | undefined

export type ReadRequests =
  | { kind: 'single'; request: RpcRequest }
  | { kind: 'batch'; requests: RpcRequest[] }
  | { kind: 'error'; code: number; message: string }

const maxBatch = 1000

/** A single request as nearly all clients write it: the id a number or a plain text, `params` an array. */
const usual =
  /^\{(?:"jsonrpc":"2\.0",)?"id":(0|[1-9]\d{0,19}|"[\w-]{0,100}"),(?:"jsonrpc":"2\.0",)?"method":"(\w{1,100})","params":(\[.*\])\}$/
/** Parameters that were seen to be JSON arrays, as the same are asked for over and over. */
const seenParams = new Set<string>()
const maxSeen = 2000
const maxSeenLength = 2000

/** Reads the body of a JSON-RPC call. Parameters and ids stay text: nodes and clients get the digits that were written. */
export function readRequests(text: string): ReadRequests {
  const match = text.length <= maxSeenLength ? usual.exec(text) : null
  const [, id, name, params = ''] = match ?? []
  if (id !== undefined && name !== undefined && seenParams.has(params))
    return { kind: 'single', request: { ok: true, id, method: name, params } }
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return { kind: 'error', code: rpcErrorCodes.parseError, message: 'Parse error' }
  }
  const start = skipSpace(text, 0)
  if (!Array.isArray(body)) {
    const request = readRequest(body, text, start)
    // Only now is it certain that what stands there is nothing but these parameters.
    if (match && request.ok && request.params === params) {
      if (seenParams.size >= maxSeen) seenParams.clear()
      seenParams.add(params)
    }
    return { kind: 'single', request }
  }
  if (body.length === 0)
    return { kind: 'error', code: rpcErrorCodes.invalidRequest, message: 'Invalid Request' }
  if (body.length > maxBatch) {
    const message = `A batch takes at most ${maxBatch} requests; this one has ${body.length}.`
    return { kind: 'error', code: rpcErrorCodes.invalidRequest, message }
  }
  const items = readItems(text, start)
  return { kind: 'batch', requests: body.map((item, index) => readRequest(item, items[index] as string, 0)) }
}

function readRequest(body: unknown, text: string, start: number): RpcRequest {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return { ok: false, id: 'null' }
  const { method, params, jsonrpc } = body as { method?: unknown; params?: unknown; jsonrpc?: unknown }
  let id: RpcId
  let rawParams = '[]'
  // The last of a name counts, as for `JSON.parse`.
  for (const { name, value } of readMembers(text, start)) {
    if (name === 'id') id = value
    else if (name === 'params') rawParams = value
  }
  const isRequest =
    typeof method === 'string' &&
    (jsonrpc === undefined || jsonrpc === '2.0') &&
    (params === undefined || params === null || typeof params === 'object')
  if (isRequest) return { ok: true, id, method, params: rawParams === 'null' ? '[]' : rawParams }
  // What is no request is no notification either, so it gets an answer.
  return { ok: false, id: id ?? 'null' }
}
