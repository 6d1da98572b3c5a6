import { rpcErrorCodes } from '@portico/protocol'
import { BoundedMap } from '@portico/server'
import { readItems } from '../../chains/shared/upstreams/json/readItems.ts'
import { readMembers } from '../../chains/shared/upstreams/json/readMembers.ts'
import { skipSpace } from '../../chains/shared/upstreams/json/skipSpace.ts'

/** One parsed JSON-RPC request. `params` is the JSON text as received. */
export type RpcRequest =
  | { ok: true; id: RpcId; method: string; params: string }
  /** Not a valid JSON-RPC 2.0 request. */
  | { ok: false; id: RpcId }

/** The ID as JSON text, to be written back unchanged; undefined for a notification, which gets no response. */
export type RpcId = string | undefined

export type ReadRequests =
  | { kind: 'single'; request: RpcRequest }
  | { kind: 'batch'; requests: RpcRequest[] }
  | { kind: 'error'; code: number; message: string }

const maxBatch = 1000

/** A single request as nearly all clients write it: the ID is a number or a simple string, `params` an array. */
const commonForm =
  /^\{(?:"jsonrpc":"2\.0",)?"id":(0|[1-9]\d{0,19}|"[\w-]{0,100}"),(?:"jsonrpc":"2\.0",)?"method":"(\w{1,100})","params":(\[.*\])\}$/
/** Parameters already checked to be JSON arrays: the same requests are repeated over and over. */
const validParams = new BoundedMap<string, true>({ max: 2000 })
const maxFastPathLength = 2000

/** Parses the body of a JSON-RPC call. Parameters and IDs stay text, so that large numbers keep their digits. */
export function readRequests(text: string): ReadRequests {
  const common = readCommonForm(text)
  if (common && validParams.has(common.params)) return { kind: 'single', request: common }
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return { kind: 'error', code: rpcErrorCodes.parseError, message: 'Parse error' }
  }
  const start = skipSpace(text, 0)
  if (!Array.isArray(body)) {
    return { kind: 'single', request: remember(common, readRequest(body, text, start)) }
  }
  if (body.length === 0)
    return { kind: 'error', code: rpcErrorCodes.invalidRequest, message: 'Invalid Request' }
  if (body.length > maxBatch) {
    const message = `A batch takes at most ${maxBatch} requests; this one has ${body.length}.`
    return { kind: 'error', code: rpcErrorCodes.invalidRequest, message }
  }
  const items = readItems(text, start)
  return {
    kind: 'batch',
    requests: body.map((item, index) => {
      const text = items[index] as string
      const common = readCommonForm(text)
      return common && validParams.has(common.params) ? common : remember(common, readRequest(item, text, 0))
    }),
  }
}

type CommonRequest = RpcRequest & { ok: true }

/** Reads the common form. The parameters may still be more than one JSON value. */
function readCommonForm(text: string): CommonRequest | undefined {
  const [, id, method, params] = (text.length <= maxFastPathLength && commonForm.exec(text)) || []
  if (id === undefined || method === undefined || params === undefined) return undefined
  return { ok: true, id, method, params }
}

/** Remembers the parameters once the full parser has confirmed that the regular expression found exactly them. */
function remember(common: CommonRequest | undefined, request: RpcRequest): RpcRequest {
  if (common && request.ok && request.params === common.params) validParams.set(common.params, true)
  return request
}

function readRequest(body: unknown, text: string, start: number): RpcRequest {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return { ok: false, id: 'null' }
  const { method, params, jsonrpc } = body as { method?: unknown; params?: unknown; jsonrpc?: unknown }
  let id: RpcId
  let rawParams = '[]'
  // The last member of a name counts, as with `JSON.parse`.
  for (const { name, value } of readMembers(text, start)) {
    if (name === 'id') id = value
    else if (name === 'params') rawParams = value
  }
  const isRequest =
    typeof method === 'string' &&
    (jsonrpc === undefined || jsonrpc === '2.0') &&
    (params === undefined || params === null || typeof params === 'object')
  if (isRequest) return { ok: true, id, method, params: rawParams === 'null' ? '[]' : rawParams }
  // An invalid request is not a notification, so it gets a response.
  return { ok: false, id: id ?? 'null' }
}
