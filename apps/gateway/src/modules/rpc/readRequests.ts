import { rpcErrorCodes } from '@portico/protocol'

/** One JSON-RPC request as far as the gateway looks into it. */
export type RpcRequest =
  | { ok: true; id: RpcId; method: string; params: unknown }
  /** Not a request by JSON-RPC 2.0. */
  | { ok: false; id: RpcId }

/** `text` is the id as JSON, to be written back unchanged; undefined for a notification, which gets no answer. */
export type RpcId = { text: string | undefined; value: unknown }

export type ReadRequests =
  | { kind: 'single'; request: RpcRequest }
  | { kind: 'batch'; requests: RpcRequest[] }
  | { kind: 'error'; code: number; message: string }

const maxBatch = 1000

/** Reads the body of a JSON-RPC call. */
export function readRequests(text: string): ReadRequests {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return { kind: 'error', code: rpcErrorCodes.parseError, message: 'Parse error' }
  }
  if (!Array.isArray(body)) return { kind: 'single', request: readRequest(body, () => exactIds(text)) }
  if (body.length === 0)
    return { kind: 'error', code: rpcErrorCodes.invalidRequest, message: 'Invalid Request' }
  if (body.length > maxBatch) {
    const message = `A batch takes at most ${maxBatch} requests; this one has ${body.length}.`
    return { kind: 'error', code: rpcErrorCodes.invalidRequest, message }
  }
  let exact: unknown
  const exactBatch = () => {
    exact ??= exactIds(text)
    return exact
  }
  return {
    kind: 'batch',
    requests: body.map((item, index) => readRequest(item, () => (exactBatch() as unknown[])[index])),
  }
}

function readRequest(body: unknown, exact: () => unknown): RpcRequest {
  const none = { text: 'null', value: null }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return { ok: false, id: none }
  const id = readId(body, exact)
  const { method, params, jsonrpc } = body as { method?: unknown; params?: unknown; jsonrpc?: unknown }
  const isRequest =
    typeof method === 'string' &&
    (jsonrpc === undefined || jsonrpc === '2.0') &&
    (params === undefined || params === null || typeof params === 'object')
  if (isRequest) return { ok: true, id, method, params: params ?? [] }
  // What is no request is no notification either, so it gets an answer.
  return { ok: false, id: id.text === undefined ? none : id }
}

function readId(body: object, exact: () => unknown): RpcId {
  if (!Object.hasOwn(body, 'id')) return { text: undefined, value: undefined }
  const { id } = body as { id: unknown }
  // Numbers beyond what a double holds, as some languages count, are copied from the text.
  const safe = typeof id !== 'number' || Number.isSafeInteger(id)
  return { text: safe ? JSON.stringify(id) : JSON.stringify((exact() as { id: unknown }).id), value: id }
}

type RawJson = { rawJSON(text: string): unknown }

/** The same body, with every number named `id` as it stands in the text (ECMAScript's "JSON.parse source text access"). */
function exactIds(text: string): unknown {
  type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown
  const keep: Reviver = (key, value, { source }) =>
    key === 'id' && typeof value === 'number' && source !== undefined
      ? (JSON as unknown as RawJson).rawJSON(source)
      : value
  return JSON.parse(text, keep as (key: string, value: unknown) => unknown)
}
