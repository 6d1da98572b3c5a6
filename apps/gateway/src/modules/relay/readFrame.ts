import { RelayError } from './RelayError.ts'

/** A parsed message of a client. `id` is the ID as JSON text, to be written back unchanged. */
export type RelayFrame =
  | { kind: 'request'; id: string; method: string; params: unknown }
  /** A response to a push; `received` is false for an error. */
  | { kind: 'response'; pushId: number | undefined; received: boolean }
  | { kind: 'invalid'; id: string; error: RelayError }

/**
 * Parses a JSON-RPC message.
 *
 * IDs have 19 digits. Some clients send them as strings, others as numbers above 2^53, which `JSON.parse` rounds: these
 * are copied from the source text (ECMAScript's "JSON.parse source text access").
 *
 * @example
 * readFrame('{"id":1753180000000000001,"jsonrpc":"2.0","method":"irn_subscribe","params":{}}').id // '1753180000000000001'
 */
export function readFrame(text: string): RelayFrame {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return { kind: 'invalid', id: 'null', error: new RelayError('ParseError') }
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { kind: 'invalid', id: 'null', error: new RelayError('InvalidRequest') }
  const { id, jsonrpc, method, params } = body as Record<string, unknown>
  if (method === undefined && (Object.hasOwn(body, 'result') || Object.hasOwn(body, 'error')))
    return { kind: 'response', pushId: readPushId(id), received: !Object.hasOwn(body, 'error') }

  const isId = typeof id === 'string' || typeof id === 'number'
  const exact = !isId ? 'null' : typeof id === 'string' ? JSON.stringify(id) : exactId(text)
  if (jsonrpc !== '2.0') return { kind: 'invalid', id: exact, error: new RelayError('InvalidJsonRpcVersion') }
  if (!isId || typeof method !== 'string')
    return { kind: 'invalid', id: exact, error: new RelayError('InvalidRequest') }
  return { kind: 'request', id: exact, method, params }
}

/** Returns the top-level number named `id` as it is written in the text. */
function exactId(text: string): string {
  const sources = new Map<unknown, string>()
  type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown
  const recordSource: Reviver = function (key, value, { source }) {
    if (key === 'id' && source !== undefined) sources.set(this, source)
    return value
  }
  try {
    const root: unknown = JSON.parse(
      text,
      recordSource as (this: unknown, key: string, value: unknown) => unknown,
    )
    return sources.get(root) ?? 'null'
  } catch {
    // Unlike the parser, the reviver recurses: thousands of nested brackets, which no real client sends, overflow the
    // stack.
    return 'null'
  }
}

/**
 * Parses the ID of a push, which clients return as a number, as digits, or (from a BigInt) as digits followed by `n`.
 */
function readPushId(id: unknown): number | undefined {
  if (typeof id === 'number') return id
  return typeof id === 'string' && /^\d{1,16}n?$/.test(id) ? Number.parseInt(id, 10) : undefined
}
