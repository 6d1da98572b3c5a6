import type { Socket } from 'node:net'
import { Client } from 'undici'
import { type ConnectPinned, connectPinned } from './connectPinned.ts'
import { createResolveHost, type ResolveHost } from './createResolveHost.ts'
import { isPublicAddress } from './isPublicAddress.ts'
import { acceptedEncodings, readLimited } from './readLimited.ts'
import { type PublicUrl, readPublicUrl, type UrlRefusal } from './readPublicUrl.ts'

/** Why nothing was fetched. For counting and for deciding when to try again; it is never shown to a client. */
export type FetchRefusal =
  | UrlRefusal
  /** The name has no address. */
  | 'name'
  | 'connection'
  | 'timeout'
  | 'redirect'
  | 'status'
  | 'type'
  | 'encoding'
  | 'size'
  /** Too much is being fetched already. */
  | 'busy'

export type FetchResult = { ok: true; mediaType: string; bytes: Buffer } | { ok: false; reason: FetchRefusal }

/** Fetches what a stranger names. */
export type SafeFetch = {
  /** GET of a https URL, at most `maxBytes` of one of the media types. Never rejects. */
  get(request: { url: string; mediaTypes: readonly string[]; maxBytes: number }): Promise<FetchResult>
  /** Ends what is under way; nothing is fetched after it. */
  close(): void
}

const timeLimit = 5000
const maxRedirects = 2
const maxAddresses = 3
const redirects = new Set([301, 302, 303, 307, 308])

/**
 * Makes the only way by which the gateway calls addresses that come from contracts, names and records. Somebody will
 * try to make it call the operator's own network (server-side request forgery), so: https and port 443 only; the name is
 * resolved here and every address must be public; the connection goes to the checked address and is held to the name's
 * certificate; at most two redirects, each checked from the start; five seconds for all of it; sizes count after
 * decompression; nothing of the visitor, no cookie and no proxy takes part.
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
  /** A signal that ends after so many milliseconds. */
  deadline?: (ms: number) => AbortSignal
  /** Called once per fetch, with `ok` or the reason. */
  onFetch?: (outcome: 'ok' | FetchRefusal) => void
  maxConcurrent?: number
  /** How many more may wait for their turn. */
  maxWaiting?: number
} = {}): SafeFetch {
  const closing = new AbortController()
  let running = 0
  const waiting: (() => void)[] = []

  /** A place among those that run; false if there is none to be had. */
  async function enter(): Promise<boolean> {
    if (running >= maxConcurrent) {
      if (waiting.length >= maxWaiting) return false
      // Whoever leaves hands its place on.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    return true
  }

  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else running--
  }

  /** Checked addresses of a host, or why there are none. */
  async function locate(
    { host, isAddress }: PublicUrl,
    signal: AbortSignal,
  ): Promise<string[] | FetchRefusal> {
    if (isAddress) return [host]
    const addresses = await until(resolve(host), signal)
    if (addresses.length === 0) return 'name'
    // All of them: a name with one public and one private address is after the second.
    return addresses.every(isPublicAddress) ? addresses.slice(0, maxAddresses) : 'address'
  }

  async function open(target: PublicUrl, addresses: readonly string[], signal: AbortSignal): Promise<Socket> {
    const servername = target.isAddress ? undefined : target.host
    let failure: unknown
    for (const address of addresses) {
      try {
        return await until(connect({ address, servername, signal }), signal)
      } catch (error) {
        if (signal.aborted) throw error
        failure = error
      }
    }
    throw failure
  }

  async function follow(request: Parameters<SafeFetch['get']>[0], signal: AbortSignal): Promise<FetchResult> {
    signal.throwIfAborted()
    let text = request.url
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const target = readPublicUrl(text)
      if (typeof target === 'string') return refuse(target)
      const addresses = await locate(target, signal)
      if (typeof addresses === 'string') return refuse(addresses)
      const socket = await open(target, addresses, signal)
      const answer = await exchange({ ...request, url: target.url, socket, signal })
      if (!('location' in answer)) return answer
      if (answer.location === '' || !URL.canParse(answer.location, target.url)) return refuse('redirect')
      text = new URL(answer.location, target.url).href
    }
    return refuse('redirect')
  }

  return {
    async get(request) {
      let result: FetchResult = refuse('busy')
      if (await enter()) {
        // Counted from here: to wait for others is not the fault of the address.
        const signal = AbortSignal.any([deadline(timeLimit), closing.signal])
        try {
          result = await follow(request, signal)
        } catch {
          // Refused, reset, unresolvable, a wrong certificate, an answer that is no HTTP: all the same to the caller.
          result = refuse(signal.aborted ? 'timeout' : 'connection')
        } finally {
          leave()
        }
      }
      onFetch(result.ok ? 'ok' : result.reason)
      return result
    },
    close: () => closing.abort(),
  }
}

/** One GET over an open connection, which ends with it. */
async function exchange({
  url,
  socket,
  mediaTypes,
  maxBytes,
  signal,
}: {
  url: URL
  socket: Socket
  mediaTypes: readonly string[]
  maxBytes: number
  signal: AbortSignal
}): Promise<FetchResult | { location: string }> {
  let isUsed = false
  const client = new Client(url.origin, {
    // Handed out once: a client that lost its connection would otherwise open another one. Later, because the client does
    // not expect to be called back while it calls.
    connect: (_, callback) => {
      const answer = isUsed ? () => callback(new Error('closed'), null) : () => callback(null, socket)
      isUsed = true
      queueMicrotask(answer)
    },
    maxHeaderSize: 16 * 1024,
  })
  try {
    const { statusCode, headers, body } = await client.request({
      path: `${url.pathname}${url.search}`,
      method: 'GET',
      headers: {
        accept: mediaTypes.join(', '),
        'accept-encoding': acceptedEncodings,
        'user-agent': 'portico-gateway',
      },
      signal,
    })
    // What is left of a body is cut off with the connection.
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

/** A promise, but no longer than the signal lets it. */
async function until<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  // Whatever it still brings after that, nobody waits for it.
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
