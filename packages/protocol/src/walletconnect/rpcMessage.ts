/*
 * JSON-RPC 2.0 messages as relays and wallets write them. Not obvious: ids have 16 to 19 digits. Some peers send
 * them as strings, others as integers above 2^53, which `JSON.parse` would round; an answer must repeat the id in
 * its type and with all its digits. So `rawId` keeps the text as it stood, and `id` is for comparing.
 */
import { randomBytes } from '@noble/hashes/utils.js'

/** A request or answer, read. `id` is the digits, whatever their type was; `rawId` is JSON to repeat. */
export type RpcMessage =
  | { kind: 'request'; id: string; rawId: string; method: string; params: unknown }
  | { kind: 'result'; id: string; result: unknown }
  | { kind: 'error'; id: string; code: number; message: string; data?: unknown }

let lastMoment = 0

/** A moment in milliseconds and 3 or 6 random digits: sortable, and never the same twice in a page. */
export function createRpcId(digits: 16 | 19 = 16): string {
  // Each moment is given once: random digits alone would meet where many are asked for at the same time.
  lastMoment = Math.max(Date.now(), lastMoment + 1)
  const [a = 0, b = 0, c = 0] = randomBytes(3)
  const random = ((a << 16) | (b << 8) | c) % (digits === 16 ? 1_000 : 1_000_000)
  return `${lastMoment}${String(random).padStart(digits - 13, '0')}`
}

/**
 * Reads a message. Ids keep every digit.
 *
 * @returns `undefined` for what is no JSON-RPC 2.0 message with an id of digits.
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

/** Writes a request; `id` becomes a number where it can be one without loss, else a string. */
export function formatRpcRequest({ id, method, params }: { id: string; method: string; params: unknown }) {
  return `{"id":${writeId(id)},"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":${JSON.stringify(params ?? {})}}`
}

/** Writes an answer that repeats the id as it stood. */
export function formatRpcResult({ rawId, result }: { rawId: string; result: unknown }): string {
  return `{"id":${rawId},"jsonrpc":"2.0","result":${JSON.stringify(result) ?? 'null'}}`
}

/** Writes a refusal that repeats the id as it stood. */
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

/** The id as it stands in the text, or `undefined` if it is not made of digits. */
function readRawId(id: unknown, text: string): string | undefined {
  if (typeof id === 'string') return /^\d{1,32}$/.test(id) ? JSON.stringify(id) : undefined
  if (typeof id !== 'number' || id < 0 || !Number.isInteger(id)) return undefined
  if (Number.isSafeInteger(id)) return String(id)
  // Walks over the tokens of the outermost object, so that texts and inner objects cannot be taken for the id. The
  // text is known to be JSON: every string in it is closed.
  let depth = 0
  for (const match of text.matchAll(/"([^"\\]*(?:\\.[^"\\]*)*)"|[{}[\]]/g)) {
    const [token, name] = match
    if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    else if (depth === 1 && name === 'id') {
      const start = match.index + token.length
      const digits = /^\s*:\s*(\d{16,32})\s*[,}]/.exec(text.slice(start, start + 80))?.[1]
      // A second "id" would win over this one: then the digits are not those of the value.
      if (digits) return Number(digits) === id ? digits : undefined
    }
  }
  return undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
