import { RpcError } from '@portico/protocol'
import {
  type CreateRelaySocket,
  createRpcId,
  formatRpcRequest,
  formatRpcResult,
  parseRpcMessage,
  type RelaySocket,
} from '@portico/protocol/walletconnect'
import { RelayConnectionLostError } from './RelayConnectionLostError.ts'
import { type RelayRefusedError, readRefusal } from './RelayRefusedError.ts'

/** Milliseconds until the socket must be open, a call must be answered, and a liveness check must be answered. */
const openTimeoutMs = 15_000
const callTimeoutMs = 10_000
const probeTimeoutMs = 4_000
/** Milliseconds without a message after which the connection is checked. */
const silenceLimitMs = 30_000
/** Milliseconds an unneeded connection stays open. */
const idleTimeoutMs = 2_000
/** Milliseconds before reconnecting; `afterRateLimit` is the shortest delay after close code 1013. */
const reconnectDelayMs = { first: 500, longest: 30_000, afterRateLimit: 5_000 }
/** Characters of the longest accepted frame. A relay's largest message is below 100 kB. */
const maxFrameLength = 1_000_000

/** The parameters of {@link createRelayConnection}. */
export type RelayConnectionParameters = {
  /** Returns the relay's URL with a fresh authentication token. */
  getUrl(): Promise<string>
  createSocket: CreateRelaySocket
  /** Whether there is a subscription or a message to connect for. */
  isNeeded(): boolean
  /** Whether a response is awaited, so that a connection that died silently must be detected. */
  isWaiting(): boolean
  /** Returns a request without side effects that checks whether the relay still answers, if there is one. */
  probe(): { method: string; params: unknown } | undefined
  /** Called after each connect: subscribe again and send what is queued. */
  onOpen(): void
  onRequest(request: { method: string; params: unknown; acknowledge(): void }): void
  /** Called when the relay refuses this client. There is no automatic retry; `connect` tries again. */
  onRefused(error: RelayRefusedError): void
  onStatus(status: RelayConnectionStatus): void
}

/** `waiting`: for the next attempt to reconnect. `refused` stays until the next `connect`. */
export type RelayConnectionStatus = 'idle' | 'connecting' | 'open' | 'waiting' | 'refused'

/** A JSON-RPC connection to a relay, one WebSocket at a time. */
export type RelayConnection = {
  readonly isOpen: boolean
  /**
   * Sends a request to the relay. The connection must be open.
   *
   * @param timeoutMs milliseconds to wait for the response; without one the connection counts as lost.
   * @throws {RelayConnectionLostError} if the connection was lost; the relay may have received the request.
   * @throws {RpcError} with the relay's error.
   */
  call(method: string, params: unknown, timeoutMs?: number): Promise<unknown>
  /** Connects if needed, also after a refusal. Does nothing while a connection is open or being opened. */
  connect(): void
  /** Reconnects at once, or checks an open connection. Call it when the page wakes up or the network is back. */
  wake(): void
  /** Closes the connection shortly after, if nothing needs it by then. */
  closeWhenIdle(): void
  destroy(): void
}

type PendingCall = {
  resolve(result: unknown): void
  reject(error: Error): void
  timer: ReturnType<typeof setTimeout>
}

/**
 * Creates a connection that stays open while it is needed: reconnects with exponential backoff, immediately when the
 * page wakes up, and not at all after a refusal.
 */
export function createRelayConnection(parameters: RelayConnectionParameters): RelayConnection {
  const { getUrl, createSocket, isNeeded, isWaiting, onOpen, onRequest, onRefused, onStatus } = parameters
  const pendingCalls = new Map<string, PendingCall>()
  let socket: RelaySocket | undefined
  let isOpen = false
  let isDestroyed = false
  let isPreparing = false
  let failures = 0
  let lastMessageAt = 0
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let openTimer: ReturnType<typeof setTimeout> | undefined
  let silenceTimer: ReturnType<typeof setTimeout> | undefined
  let idleTimer: ReturnType<typeof setTimeout> | undefined

  async function connect(): Promise<void> {
    if (socket || isDestroyed || !isNeeded()) return
    if (isPreparing) return
    clearTimeout(retryTimer)
    onStatus('connecting')
    isPreparing = true
    let opened: RelaySocket
    try {
      const url = await getUrl()
      if (isDestroyed) return
      opened = createSocket(url)
    } catch {
      // The URL is invalid or the page's policy forbids it: retry as after a lost connection.
      return retry()
    } finally {
      isPreparing = false
    }
    socket = opened
    openTimer = setTimeout(() => lose(opened), openTimeoutMs)
    opened.addEventListener('open', () => {
      if (socket !== opened) return
      clearTimeout(openTimer)
      isOpen = true
      lastMessageAt = Date.now()
      onStatus('open')
      watchSilence()
      onOpen()
    })
    opened.addEventListener('message', ({ data }) => {
      if (socket === opened && typeof data === 'string' && data.length <= maxFrameLength) read(opened, data)
    })
    opened.addEventListener('error', () => lose(opened))
    opened.addEventListener('close', ({ code, reason }) => {
      if (socket !== opened) return
      const refusal = readRefusal({ code, reason })
      if (!refusal) return lose(opened, code === 1013)
      discard(opened)
      onStatus('refused')
      onRefused(refusal)
    })
  }

  function read(from: RelaySocket, text: string) {
    lastMessageAt = Date.now()
    const message = parseRpcMessage(text)
    if (!message) return
    if (message.kind === 'request') {
      const { method, params, rawId } = message
      const acknowledge = () => {
        // If the connection was lost meanwhile, the relay delivers the message again on the next one.
        if (socket === from && isOpen) write(from, formatRpcResult({ rawId, result: true }))
      }
      return onRequest({ method, params, acknowledge })
    }
    const pending = pendingCalls.get(message.id)
    if (!pending) return
    pendingCalls.delete(message.id)
    clearTimeout(pending.timer)
    failures = 0
    if (message.kind === 'result') return pending.resolve(message.result)
    const { code, message: details } = message
    pending.reject(new RpcError({ rpcCode: code, message: 'The relay rejected a request.', details }))
  }

  function write(to: RelaySocket, text: string) {
    try {
      to.send(text)
    } catch {
      lose(to)
    }
  }

  function call(method: string, params: unknown, timeoutMs = callTimeoutMs): Promise<unknown> {
    const target = socket
    if (!target || !isOpen) return Promise.reject(new RelayConnectionLostError())
    return new Promise((resolve, reject) => {
      const id = createRpcId(19)
      // A relay that does not answer means a dead connection: this call fails together with all others.
      const timer = setTimeout(() => lose(target), timeoutMs)
      pendingCalls.set(id, { resolve, reject, timer })
      write(target, formatRpcRequest({ id, method, params }))
    })
  }

  /** Closes a socket, clears its timers and rejects its pending calls. Its later events are ignored. */
  function discard(discarded: RelaySocket) {
    socket = undefined
    isOpen = false
    for (const timer of [openTimer, silenceTimer, idleTimer]) clearTimeout(timer)
    idleTimer = undefined
    try {
      discarded.close()
    } catch {
      // Already closed.
    }
    const unanswered = [...pendingCalls.values()]
    pendingCalls.clear()
    for (const { reject, timer } of unanswered) {
      clearTimeout(timer)
      reject(new RelayConnectionLostError())
    }
  }

  function lose(lost: RelaySocket, isRateLimited = false) {
    if (socket !== lost) return
    discard(lost)
    retry(isRateLimited)
  }

  function retry(isRateLimited = false) {
    if (isDestroyed || !isNeeded()) return onStatus('idle')
    const delay = Math.min(reconnectDelayMs.longest, reconnectDelayMs.first * 2 ** failures++)
    onStatus('waiting')
    retryTimer = setTimeout(
      () => void connect(),
      Math.max(delay, isRateLimited ? reconnectDelayMs.afterRateLimit : 0) * (0.5 + random() / 2),
    )
  }

  function probe() {
    const request = parameters.probe()
    if (isOpen && request) call(request.method, request.params, probeTimeoutMs).catch(() => {})
  }

  /** Checks a silent connection while a response is awaited. Browsers do not expose WebSocket pings. */
  function watchSilence() {
    clearTimeout(silenceTimer)
    silenceTimer = setTimeout(() => {
      if (isWaiting() && Date.now() - lastMessageAt >= silenceLimitMs) probe()
      watchSilence()
    }, silenceLimitMs)
  }

  return {
    get isOpen() {
      return isOpen
    },
    call,
    connect: () => void connect(),
    wake() {
      if (socket) return probe()
      failures = 0
      void connect()
    },
    closeWhenIdle() {
      idleTimer ??= setTimeout(() => {
        idleTimer = undefined
        if (!socket || isNeeded()) return
        discard(socket)
        onStatus('idle')
      }, idleTimeoutMs)
    },
    destroy() {
      isDestroyed = true
      clearTimeout(retryTimer)
      if (socket) discard(socket)
      onStatus('idle')
    },
  }
}

/** Returns a random number from 0 to 1. The jitter keeps many pages from reconnecting at the same moment. */
function random(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32
}
