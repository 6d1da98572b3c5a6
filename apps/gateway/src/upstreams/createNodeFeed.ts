import { type CaipNetworkId, parseCaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import { WebSocket } from 'ws'
import { createUpstream } from './createUpstream.ts'

/** What a subscription hears. */
export type FeedListener = {
  /** `result` of a notification. */
  onMessage(result: unknown): void
  /** Whether messages come. False from a drop until another node has taken the subscription; they may have been missed. */
  onState(isLive: boolean): void
}

/** Subscriptions to the nodes of one chain, over one socket to one of them at a time. */
export type NodeFeed = {
  /**
   * Subscribes with the parameters of `eth_subscribe`; after a drop again, at the next node. The first subscription opens
   * the socket, the last one that ends closes it.
   *
   * @returns ends it.
   */
  subscribe(params: readonly unknown[], listener: FeedListener): () => void
  /** Leaves the node for the next one: its socket is open, but tells nothing new. */
  rotate(): void
  close(): void
}

type Candidate = {
  url: string
  label: string
  headers: Readonly<Record<string, string>>
  /** Only guessed from the HTTP address; many nodes have none there. */
  isGuess: boolean
  hasWorked: boolean
  failures: number
  readyAt: number
}

type Subscription = { params: readonly unknown[]; listener: FeedListener; isLive: boolean }

const handshakeMs = 5000
const maxMessage = 10 * 1024 * 1024
const pingMs = 15_000
const firstPause = 250
const longestPause = 30_000
/** How long a node that answered over HTTP but not with a socket is left alone. */
const noSocketPause = 10 * 60_000

/**
 * The sockets of a chain's nodes behind one face: those that are configured (`ws://`, `wss://`) first, then those at the
 * HTTP addresses, where many nodes answer both. A node that is on another chain is left out.
 */
export function createNodeFeed({
  chain,
  urls,
  log,
  now = Date.now,
}: {
  chain: CaipNetworkId
  /** Of both kinds. */
  urls: readonly string[]
  log: Log
  now?: () => number
}): NodeFeed {
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
      // Refused: this node does not know the subscription. The listener reads in another way.
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
      handshakeTimeout: handshakeMs,
      maxPayload: maxMessage,
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
          log.error({ chain, upstream: candidate.label }, 'node is on another chain: its socket is left out')
          pause = noSocketPause
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
      // It is there, and speaks HTTP alone.
      if (candidate.isGuess && !candidate.hasWorked && response.statusCode !== 429) pause = noSocketPause
      request.destroy()
      socket.terminate()
    })
    // A close follows.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(ping)
      if (connection !== own) return
      candidate.failures++
      candidate.readyAt =
        now() + (pause ?? Math.min(longestPause, firstPause * 2 ** (candidate.failures - 1)))
      if (!candidate.isGuess || candidate.hasWorked)
        log.warn({ chain, upstream: candidate.label, reason: 'socket' }, "node's socket closed")
      down()
      open()
    })
  }

  /** Forgets the connection; whoever listens must know before the next one. */
  function down(): void {
    connection = undefined
    send = undefined
    byRemoteId.clear()
    for (const subscription of subscriptions) setLive(subscription, false)
  }

  function disconnect(): void {
    clearTimeout(timer)
    const socket = connection?.socket
    down()
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
      connection.candidate.readyAt = now() + longestPause
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
  const given = urls.filter(isSocket)
  // A socket that is configured says where the sockets are: nothing is guessed then.
  const guessed = given.length > 0 ? [] : urls.map((url) => url.replace(/^http/i, 'ws'))
  return [...given, ...guessed].map((address) => {
    const { url, label, headers } = createUpstream(address)
    const isGuess = given.length === 0
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
