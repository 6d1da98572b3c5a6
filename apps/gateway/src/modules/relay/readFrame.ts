import { RelayError } from './RelayError.ts'

/** A message of a client. `id` is the id as JSON text, to be written back as it is. */
export type RelayFrame =
  | { kind: 'request'; id: string; method: string; params: unknown }
  /** An answer to a push; `received` if it is a receipt. */
  | { kind: 'answer'; pushId: number | undefined; received: boolean }
  | { kind: 'invalid'; id: string; error: RelayError }

/**
 * Reads a JSON-RPC message.
 *
 * Ids have 19 digits. Some clients send them as strings, others as numbers above 2^53, which do not survive
 * `JSON.parse`: those are copied from the text (ECMAScript's "JSON.parse source text access").
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
    return { kind: 'answer', pushId: readPushId(id), received: !Object.hasOwn(body, 'error') }

  const isId = typeof id === 'string' || typeof id === 'number'
  const exact = !isId ? 'null' : typeof id === 'string' ? JSON.stringify(id) : exactId(text)
  if (jsonrpc !== '2.0') return { kind: 'invalid', id: exact, error: new RelayError('InvalidJsonRpcVersion') }
  if (!isId || typeof method !== 'string')
    return { kind: 'invalid', id: exact, error: new RelayError('InvalidRequest') }
  return { kind: 'request', id: exact, method, params }
}

/** The outermost number named `id`, digit for digit. */
function exactId(text: string): string {
  const sources = new Map<unknown, string>()
  type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown
  const note: Reviver = function (key, value, { source }) {
    if (key === 'id' && source !== undefined) sources.set(this, source)
    return value
  }
  try {
    const root: unknown = JSON.parse(text, note as (this: unknown, key: string, value: unknown) => unknown)
    return sources.get(root) ?? 'null'
  } catch {
    // Unlike parsing, reviving recurses: thousands of nested brackets, which no client sends, end the stack.
    return 'null'
  }
}

/** Clients repeat it as the number, as its digits, or, where they count in big integers, as digits and an `n`. */
function readPushId(id: unknown): number | undefined {
  if (typeof id === 'number') return id
  return typeof id === 'string' && /^\d{1,16}n?$/.test(id) ? Number.parseInt(id, 10) : undefined
}
