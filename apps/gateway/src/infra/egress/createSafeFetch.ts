import type { Socket } from 'node:net'
import { Client } from 'undici'
import { type ConnectPinned, connectPinned } from './connectPinned.ts'
import { createResolveHost, type ResolveHost } from './createResolveHost.ts'
import { isPublicAddress } from './isPublicAddress.ts'
import { acceptedEncodings, readLimited } from './readLimited.ts'
import { type PublicUrl, readPublicUrl, type UrlRefusal } from './readPublicUrl.ts'

/** Why a fetch failed. Used in metrics and to decide when to retry; never shown to clients. */
export type FetchRefusal =
  | UrlRefusal
  /** The host name has no address. */
  | 'name'
  | 'connection'
  | 'timeout'
  | 'redirect'
  | 'status'
  | 'type'
  | 'encoding'
  | 'size'
  /** Too many fetches are running or waiting. */
  | 'busy'

export type FetchResult = { ok: true; mediaType: string; bytes: Buffer } | { ok: false; reason: FetchRefusal }

type FetchRequest = { url: string; mediaTypes: readonly string[]; maxBytes: number }

/** Fetches untrusted URLs. */
export type SafeFetch = {
  /** Sends a GET request to an https URL; accepts at most `maxBytes` of one of the media types. Never rejects. */
  get(request: FetchRequest): Promise<FetchResult>
  /** The same with a POST request of JSON text, which is not redirected. */
  post(request: FetchRequest & { json: string }): Promise<FetchResult>
  /** Aborts running fetches; later ones fail. */
  close(): void
}

const fetchTimeoutMs = 5000
const maxRedirects = 2
const maxAddresses = 3
const redirects = new Set([301, 302, 303, 307, 308])

/**
 * Creates the function through which the gateway fetches every URL from contracts, names and records. Such URLs must
 * not reach the operator's internal network (server-side request forgery). Therefore: https on port 443 only; the
 * host name is resolved here and every address must be public; the connection goes to the checked address and the
 * certificate must be valid for the name; at most two redirects, each checked in the same way; five seconds in total;
 * sizes count after decompression; no cookies, no data of the user and no proxy are involved.
 *
 * @example
 * const safeFetch = createSafeFetch()
 * const result = await safeFetch.get({ url, mediaTypes: ['application/json'], maxBytes: 1024 * 1024 })
 * if (result.ok) JSON.parse(result.bytes.toString())
 */
export function createSafeFetch({
  resolve = createResolveHost(),
  connect = connectPinned,
  deadline = AbortSignal.timeout,
  onFetch = () => {},
  maxConcurrent = 32,
  maxWaiting = 256,
}: {
  resolve?: ResolveHost
  connect?: ConnectPinned
  /** Returns a signal that aborts after a number of milliseconds. */
  deadline?: (ms: number) => AbortSignal
  /** Called once per fetch, with `ok` or the reason. */
  onFetch?: (outcome: 'ok' | FetchRefusal) => void
  maxConcurrent?: number
  /** Largest number of fetches that wait while `maxConcurrent` are running. */
  maxWaiting?: number
} = {}): SafeFetch {
  const closing = new AbortController()
  let running = 0
  const waiting: (() => void)[] = []

  /** Waits until one more fetch may run; returns false if too many are waiting. */
  async function acquire(): Promise<boolean> {
    if (running >= maxConcurrent) {
      if (waiting.length >= maxWaiting) return false
      // `release` passes its place to the next waiting fetch, so `running` stays the same.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    return true
  }

  function release(): void {
    const next = waiting.shift()
    if (next) next()
    else running--
  }

  /** Resolves a host to checked public addresses, or returns why that failed. */
  async function resolvePublic(
    { host, isAddress }: PublicUrl,
    signal: AbortSignal,
  ): Promise<string[] | FetchRefusal> {
    if (isAddress) return [host]
    const addresses = await abortable(resolve(host), signal)
    if (addresses.length === 0) return 'name'
    // Every address must be public: a name with a public and a private address aims at the private one.
    return addresses.every(isPublicAddress) ? addresses.slice(0, maxAddresses) : 'address'
  }

  async function open(target: PublicUrl, addresses: readonly string[], signal: AbortSignal): Promise<Socket> {
    const servername = target.isAddress ? undefined : target.host
    let failure: unknown
    for (const address of addresses) {
      try {
        return await abortable(connect({ address, servername, signal }), signal)
      } catch (error) {
        if (signal.aborted) throw error
        failure = error
      }
    }
    throw failure
  }

  async function follow(
    request: FetchRequest & { json?: string },
    signal: AbortSignal,
  ): Promise<FetchResult> {
    signal.throwIfAborted()
    let text = request.url
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const target = readPublicUrl(text)
      if (typeof target === 'string') return refuse(target)
      const addresses = await resolvePublic(target, signal)
      if (typeof addresses === 'string') return refuse(addresses)
      const socket = await open(target, addresses, signal)
      const answer = await send({ ...request, url: target.url, socket, signal })
      if (!('location' in answer)) return answer
      if (request.json !== undefined || answer.location === '' || !URL.canParse(answer.location, target.url))
        return refuse('redirect')
      text = new URL(answer.location, target.url).href
    }
    return refuse('redirect')
  }

  async function run(request: FetchRequest & { json?: string }): Promise<FetchResult> {
    let result: FetchResult = refuse('busy')
    if (await acquire()) {
      // Start the timeout here, so that waiting for other fetches does not count.
      const signal = AbortSignal.any([deadline(fetchTimeoutMs), closing.signal])
      try {
        result = await follow(request, signal)
      } catch {
        // Refused, reset, not resolvable, an invalid certificate, a response that is not HTTP: not distinguished.
        result = refuse(signal.aborted ? 'timeout' : 'connection')
      } finally {
        release()
      }
    }
    onFetch(result.ok ? 'ok' : result.reason)
    return result
  }

  return {
    get: ({ url, mediaTypes, maxBytes }) => run({ url, mediaTypes, maxBytes }),
    post: run,
    close: () => closing.abort(),
  }
}

/** Sends one request over an open connection and closes the connection. With `json`, it is a POST request. */
async function send({
  url,
  json,
  socket,
  mediaTypes,
  maxBytes,
  signal,
}: {
  url: URL
  json?: string | undefined
  socket: Socket
  mediaTypes: readonly string[]
  maxBytes: number
  signal: AbortSignal
}): Promise<FetchResult | { location: string }> {
  let isUsed = false
  const client = new Client(url.origin, {
    // Provide the socket only once: after losing it, the client would otherwise open another connection. Call back
    // asynchronously, because the client does not support a synchronous callback.
    connect: (_, callback) => {
      const provide = isUsed ? () => callback(new Error('closed'), null) : () => callback(null, socket)
      isUsed = true
      queueMicrotask(provide)
    },
    maxHeaderSize: 16 * 1024,
  })
  try {
    const { statusCode, headers, body } = await client.request({
      path: `${url.pathname}${url.search}`,
      ...(json === undefined ? { method: 'GET' } : { method: 'POST', body: json }),
      headers: {
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        accept: mediaTypes.join(', '),
        'accept-encoding': acceptedEncodings,
        'user-agent': 'portico-gateway',
      },
      signal,
    })
    // Closing the connection cuts off the rest of an unread body: ignore that error.
    body.on('error', () => {})
    if (redirects.has(statusCode)) return { location: one(headers.location) }
    if (statusCode !== 200) return refuse('status')
    const mediaType = (one(headers['content-type']).split(';')[0] ?? '').trim().toLowerCase()
    if (!mediaTypes.includes(mediaType)) return refuse('type')
    if (Number(one(headers['content-length'])) > maxBytes) return refuse('size')
    const encoding = one(headers['content-encoding']).trim().toLowerCase()
    const read = await readLimited({ body, encoding, maxBytes })
    return typeof read === 'string' ? refuse(read) : { ok: true, mediaType, bytes: read.bytes }
  } finally {
    socket.destroy()
    await client.destroy()
  }
}

function refuse(reason: FetchRefusal): FetchResult & { ok: false } {
  return { ok: false, reason }
}

function one(header: string | string[] | undefined): string {
  return (Array.isArray(header) ? header[0] : header) ?? ''
}

/** Waits for a promise; rejects as soon as the signal aborts. */
async function abortable<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  // The promise may reject after the abort: mark it as handled.
  promise.catch(() => undefined)
  if (signal.aborted) throw signal.reason
  let abort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
