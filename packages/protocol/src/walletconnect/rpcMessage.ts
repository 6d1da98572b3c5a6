/*
 * JSON-RPC 2.0 messages of relays and wallets. Not obvious: IDs have 16 to 19 digits. Some peers send them as
 * strings, others as integers above 2^53, which `JSON.parse` rounds; a response must repeat the ID with the same type
 * and all digits. Therefore `rawId` is the original JSON text, and `id` is for comparison.
 */
import { randomBytes } from '@noble/hashes/utils.js'
import { isRecord } from '../isRecord.ts'

/** A parsed request or response. `id` has the digits, regardless of the type; `rawId` is the JSON to repeat. */
export type RpcMessage =
  | { kind: 'request'; id: string; rawId: string; method: string; params: unknown }
  | { kind: 'result'; id: string; result: unknown }
  | { kind: 'error'; id: string; code: number; message: string; data?: unknown }

let lastTimestamp = 0

/** Creates an ID from the time in milliseconds and 3 or 6 random digits: sortable, and unique within a page. */
export function createRpcId(digits: 16 | 19 = 16): string {
  // Each timestamp is used once: the random digits alone could collide within a millisecond.
  lastTimestamp = Math.max(Date.now(), lastTimestamp + 1)
  const [a = 0, b = 0, c = 0] = randomBytes(3)
  const random = ((a << 16) | (b << 8) | c) % (digits === 16 ? 1_000 : 1_000_000)
  return `${lastTimestamp}${String(random).padStart(digits - 13, '0')}`
}

/**
 * Parses a message. IDs keep all their digits.
 *
 * @returns `undefined` for anything other than a JSON-RPC 2.0 message with a numeric ID.
 * @example
 * import { parseRpcMessage } from '@portico/protocol/walletconnect'
 * parseRpcMessage('{"id":1700000000000123456,"jsonrpc":"2.0","method":"wc_sessionPing","params":{}}')
 */
export function parseRpcMessage(text: string): RpcMessage | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isRecord(value) || value.jsonrpc !== '2.0') return undefined
  const rawId = readRawId(value.id, text)
  if (rawId === undefined) return undefined
  const id = rawId.replaceAll('"', '')
  if (typeof value.method === 'string') {
    return { kind: 'request', id, rawId, method: value.method, params: value.params }
  }
  if (isRecord(value.error)) {
    const { code, message, data } = value.error
    return {
      kind: 'error',
      id,
      code: typeof code === 'number' && Number.isSafeInteger(code) ? code : -32603,
      message: typeof message === 'string' ? message.slice(0, 1000) : '',
      ...(data === undefined ? {} : { data }),
    }
  }
  return 'result' in value ? { kind: 'result', id, result: value.result } : undefined
}

/** Formats a request. `id` becomes a number if that is exact, otherwise a string. */
export function formatRpcRequest({ id, method, params }: { id: string; method: string; params: unknown }) {
  return `{"id":${writeId(id)},"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":${JSON.stringify(params ?? {})}}`
}

/** Formats a result with the ID as received. */
export function formatRpcResult({ rawId, result }: { rawId: string; result: unknown }): string {
  return `{"id":${rawId},"jsonrpc":"2.0","result":${JSON.stringify(result) ?? 'null'}}`
}

/** Formats an error with the ID as received. */
export function formatRpcError({
  rawId,
  code,
  message,
}: {
  rawId: string
  code: number
  message: string
}): string {
  return `{"id":${rawId},"jsonrpc":"2.0","error":${JSON.stringify({ code, message })}}`
}

function writeId(id: string): string {
  return Number.isSafeInteger(Number(id)) ? id : JSON.stringify(id)
}

/** Returns the JSON text of the ID, or `undefined` if it does not consist of digits. */
function readRawId(id: unknown, text: string): string | undefined {
  if (typeof id === 'string') return /^\d{1,32}$/.test(id) ? JSON.stringify(id) : undefined
  if (typeof id !== 'number' || id < 0 || !Number.isInteger(id)) return undefined
  if (Number.isSafeInteger(id)) return String(id)
  // Finds the key "id" of the outermost object; strings and nested objects must not be mistaken for it. The text is
  // known to be valid JSON, so every string is terminated.
  let depth = 0
  for (const match of text.matchAll(/"([^"\\]*(?:\\.[^"\\]*)*)"|[{}[\]]/g)) {
    const [token, name] = match
    if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    else if (depth === 1 && name === 'id') {
      const start = match.index + token.length
      const digits = /^\s*:\s*(\d{16,32})\s*[,}]/.exec(text.slice(start, start + 80))?.[1]
      // With a second key "id", `JSON.parse` returned that one, and the digits differ.
      if (digits) return Number(digits) === id ? digits : undefined
    }
  }
  return undefined
}
