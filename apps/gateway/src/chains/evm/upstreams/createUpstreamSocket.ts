import { type CaipNetworkId, parseCaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import { WebSocket } from 'ws'
import { createUpstream } from '../../shared/upstreams/createUpstream.ts'

/** The callbacks of a subscription. */
export type UpstreamSocketListener = {
  /** Called with the `result` of each notification. */
  onMessage(result: unknown): void
  /** Called when notifications start or stop. While stopped, until another upstream takes over, some may be missed. */
  onState(isLive: boolean): void
}

/** `eth_subscribe` subscriptions of one chain, over one WebSocket to one upstream at a time. */
export type UpstreamSocket = {
  /**
   * Subscribes with the parameters of `eth_subscribe`, and again at the next upstream after a disconnect. The first
   * subscription opens the WebSocket, the end of the last one closes it.
   *
   * @returns a function that ends the subscription.
   */
  subscribe(params: readonly unknown[], listener: UpstreamSocketListener): () => void
  /** Switches to the next upstream, because the current one is connected but sends no notifications. */
  rotate(): void
  close(): void
}

type Candidate = {
  url: string
  label: string
  headers: Readonly<Record<string, string>>
  /** Derived from an HTTP URL; many upstreams have no WebSocket there. */
  isGuess: boolean
  hasWorked: boolean
  failures: number
  readyAt: number
}

type Subscription = { params: readonly unknown[]; listener: UpstreamSocketListener; isLive: boolean }

const handshakeTimeoutMs = 5000
const maxMessageBytes = 10 * 1024 * 1024
const pingMs = 15_000
const firstPauseMs = 250
const maxPauseMs = 30_000
/** How long to avoid an upstream that answers over HTTP but has no WebSocket. */
const noSocketPauseMs = 10 * 60_000

/**
 * Creates the subscriptions of one chain. Uses the configured WebSocket URLs (`ws://`, `wss://`); without any, tries
 * those derived from the HTTP URLs. Upstreams that serve another chain are left out.
 */
export function createUpstreamSocket({
  chain,
  urls,
  log,
  now = Date.now,
}: {
  chain: CaipNetworkId
  /** HTTP and WebSocket URLs. */
  urls: readonly string[]
  log: Log
  now?: () => number
}): UpstreamSocket {
  const candidates = listCandidates(urls)
  const chainId = BigInt(parseCaipNetworkId(chain).reference)
  const subscriptions = new Set<Subscription>()
  const byRemoteId = new Map<string, Subscription>()
  let connection: { socket: WebSocket; candidate: Candidate } | undefined
  let send:
    | ((method: string, params: readonly unknown[], done: (answer: unknown) => void) => void)
    | undefined
  let timer: NodeJS.Timeout | undefined

  function setLive(subscription: Subscription, isLive: boolean): void {
    if (subscription.isLive === isLive) return
    subscription.isLive = isLive
    subscription.listener.onState(isLive)
  }

  function request(subscription: Subscription): void {
    const at = connection
    send?.('eth_subscribe', subscription.params, (id) => {
      if (at !== connection) return
      // The upstream does not support this subscription: it stays not live, and its owner falls back to polling.
      if (typeof id !== 'string') return
      if (!subscriptions.has(subscription)) return send?.('eth_unsubscribe', [id], () => undefined)
      byRemoteId.set(id, subscription)
      setLive(subscription, true)
    })
  }

  function open(): void {
    clearTimeout(timer)
    if (connection || subscriptions.size === 0 || candidates.length === 0) return
    const candidate = candidates.find(({ readyAt }) => readyAt <= now())
    if (!candidate) {
      const soonest = Math.min(...candidates.map(({ readyAt }) => readyAt))
      timer = setTimeout(open, Math.max(10, soonest - now()))
      timer.unref()
      return
    }
    connect(candidate)
  }

  function connect(candidate: Candidate): void {
    const socket = new WebSocket(candidate.url, {
      handshakeTimeout: handshakeTimeoutMs,
      maxPayload: maxMessageBytes,
      headers: candidate.headers,
      perMessageDeflate: false,
      followRedirects: false,
    })
    const own = { socket, candidate }
    connection = own
    const pending = new Map<number, (answer: unknown) => void>()
    let lastId = 0
    let isAlive = true
    let pause: number | undefined

    const ping = setInterval(() => {
      if (!isAlive) return socket.terminate()
      isAlive = false
      if (socket.readyState === WebSocket.OPEN) socket.ping()
    }, pingMs)
    ping.unref()

    const ask: typeof send = (method, params, done) => {
      pending.set(++lastId, done)
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params }))
    }
    socket.on('open', () => {
      ask('eth_chainId', [], (answer) => {
        if (!isChainId(answer, chainId)) {
          log.error(
            { chain, upstream: candidate.label },
            'upstream serves another chain; its WebSocket is left out',
          )
          pause = noSocketPauseMs
          return socket.terminate()
        }
        candidate.hasWorked = true
        candidate.failures = 0
        send = ask
        for (const subscription of subscriptions) request(subscription)
      })
    })
    socket.on('pong', () => {
      isAlive = true
    })
    socket.on('message', (data) => {
      isAlive = true
      const message = parse(String(data))
      if (!message) return socket.terminate()
      if (message.method === 'eth_subscription') {
        const { subscription, result } = (message.params ?? {}) as { subscription?: string; result?: unknown }
        byRemoteId.get(subscription ?? '')?.listener.onMessage(result)
        return
      }
      const done = pending.get(message.id as number)
      pending.delete(message.id as number)
      done?.(message.result)
    })
    socket.on('unexpected-response', (request, response) => {
      // The upstream answers, but over HTTP only.
      if (candidate.isGuess && !candidate.hasWorked && response.statusCode !== 429) pause = noSocketPauseMs
      request.destroy()
      socket.terminate()
    })
    // A `close` event follows.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(ping)
      if (connection !== own) return
      candidate.failures++
      candidate.readyAt =
        now() + (pause ?? Math.min(maxPauseMs, firstPauseMs * 2 ** (candidate.failures - 1)))
      if (!candidate.isGuess || candidate.hasWorked)
        log.warn({ chain, upstream: candidate.label, reason: 'socket' }, 'upstream WebSocket closed')
      resetConnection()
      open()
    })
  }

  /** Clears the connection. Listeners must be notified before the next one opens. */
  function resetConnection(): void {
    connection = undefined
    send = undefined
    byRemoteId.clear()
    for (const subscription of subscriptions) setLive(subscription, false)
  }

  function disconnect(): void {
    clearTimeout(timer)
    const socket = connection?.socket
    resetConnection()
    socket?.terminate()
  }

  return {
    subscribe(params, listener) {
      const subscription: Subscription = { params, listener, isLive: false }
      subscriptions.add(subscription)
      if (send) request(subscription)
      else open()
      return () => {
        if (!subscriptions.delete(subscription)) return
        for (const [id, known] of byRemoteId)
          if (known === subscription) {
            byRemoteId.delete(id)
            send?.('eth_unsubscribe', [id], () => undefined)
          }
        if (subscriptions.size === 0) disconnect()
      }
    },
    rotate() {
      if (!connection) return
      connection.candidate.readyAt = now() + maxPauseMs
      disconnect()
      open()
    },
    close() {
      subscriptions.clear()
      disconnect()
    },
  }
}

function listCandidates(urls: readonly string[]): Candidate[] {
  const isSocket = (url: string) => /^wss?:/i.test(url)
  const configured = urls.filter(isSocket)
  // Configured WebSocket URLs are authoritative: derive none from HTTP URLs then.
  const guessed = configured.length > 0 ? [] : urls.map((url) => url.replace(/^http/i, 'ws'))
  return [...configured, ...guessed].map((address) => {
    const { url, label, headers } = createUpstream(address)
    const isGuess = configured.length === 0
    return { url, label, headers, isGuess, hasWorked: false, failures: 0, readyAt: 0 }
  })
}

function isChainId(answer: unknown, expected: bigint): boolean {
  return typeof answer === 'string' && /^0x[0-9a-f]{1,16}$/i.test(answer) && BigInt(answer) === expected
}

function parse(
  text: string,
): { id?: unknown; method?: unknown; params?: unknown; result?: unknown } | undefined {
  try {
    const message: unknown = JSON.parse(text)
    return typeof message === 'object' && message !== null ? message : undefined
  } catch {
    return undefined
  }
}
