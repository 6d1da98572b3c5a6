import { RpcError } from '@portico/protocol'
import {
  type CreateRelaySocket,
  createRpcId,
  formatRpcRequest,
  formatRpcResult,
  parseRpcMessage,
  type RelaySocket,
} from '@portico/protocol/walletconnect'
import { LinkLostError } from './LinkLostError.ts'
import { type RelayRefusedError, readRefusal } from './RelayRefusedError.ts'

/** Milliseconds. */
const patience = { open: 15_000, call: 10_000, probe: 4_000, quiet: 30_000, idle: 2_000 }
const backoff = { first: 500, last: 30_000, crowded: 5_000 }
/** A relay's largest message is below 100 kB. */
const maxFrame = 1_000_000

/** What a link tells and asks, see {@link createLink}. */
export type LinkParameters = {
  /** The address with a fresh token. */
  getUrl(): Promise<string>
  createSocket: CreateRelaySocket
  /** Whether anything is there to connect for. */
  isNeeded(): boolean
  /** Whether somebody waits for a message, so that a line that died in silence must be noticed. */
  isWaiting(): boolean
  /** A harmless question that shows whether the line is alive; none if there is nothing to ask. */
  probe(): { method: string; params: unknown } | undefined
  /** Connected: subscribe again and send what waits. */
  onOpen(): void
  onRequest(request: { method: string; params: unknown; acknowledge(): void }): void
  /** The relay does not want this client; it is not asked again until somebody needs it. */
  onRefused(error: RelayRefusedError): void
  onStatus(status: LinkStatus): void
}

/** `refused` stays until the next thing to send. */
export type LinkStatus = 'idle' | 'connecting' | 'open' | 'waiting' | 'refused'

/** One line to a relay at a time. */
export type Link = {
  readonly isOpen: boolean
  /**
   * Asks the relay. Only on an open line.
   *
   * @throws {LinkLostError} where the line broke or the relay stayed silent: whether it heard is not known.
   * @throws {RpcError} as the relay answered.
   */
  call(method: string, params: unknown, timeout?: number): Promise<unknown>
  /** Connects if that is needed and not under way; also after a refusal. */
  connect(): void
  /** The page woke up or the network came back: connects at once, or makes sure that the line is alive. */
  wake(): void
  /** Ends the line when nothing needs it any more. */
  rest(): void
  destroy(): void
}

type Call = {
  resolve(result: unknown): void
  reject(error: Error): void
  timer: ReturnType<typeof setTimeout>
}

/**
 * Keeps a line to a relay while there is something to do on it: reconnects with growing pauses, at once when the page
 * wakes up, and not at all after a refusal.
 */
export function createLink(parameters: LinkParameters): Link {
  const { getUrl, createSocket, isNeeded, isWaiting, onOpen, onRequest, onRefused, onStatus } = parameters
  const calls = new Map<string, Call>()
  let socket: RelaySocket | undefined
  let isOpen = false
  let isDestroyed = false
  let isPreparing = false
  let failures = 0
  let heardAt = 0
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let openTimer: ReturnType<typeof setTimeout> | undefined
  let quietTimer: ReturnType<typeof setTimeout> | undefined
  let restTimer: ReturnType<typeof setTimeout> | undefined

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
      // No such address, or a policy of the page's: tried again like a lost line.
      return retry()
    } finally {
      isPreparing = false
    }
    socket = opened
    openTimer = setTimeout(() => lose(opened), patience.open)
    opened.addEventListener('open', () => {
      if (socket !== opened) return
      clearTimeout(openTimer)
      isOpen = true
      heardAt = Date.now()
      onStatus('open')
      watch()
      onOpen()
    })
    opened.addEventListener('message', ({ data }) => {
      if (socket === opened && typeof data === 'string' && data.length <= maxFrame) read(opened, data)
    })
    opened.addEventListener('error', () => lose(opened))
    opened.addEventListener('close', ({ code, reason }) => {
      if (socket !== opened) return
      const refusal = readRefusal({ code, reason })
      if (!refusal) return lose(opened, code === 1013)
      end(opened)
      onStatus('refused')
      onRefused(refusal)
    })
  }

  function read(from: RelaySocket, text: string) {
    heardAt = Date.now()
    const message = parseRpcMessage(text)
    if (!message) return
    if (message.kind === 'request') {
      const { method, params, rawId } = message
      const acknowledge = () => {
        // A line that broke meanwhile delivers again on the next one.
        if (socket === from && isOpen) write(from, formatRpcResult({ rawId, result: true }))
      }
      return onRequest({ method, params, acknowledge })
    }
    const call = calls.get(message.id)
    if (!call) return
    calls.delete(message.id)
    clearTimeout(call.timer)
    failures = 0
    if (message.kind === 'result') return call.resolve(message.result)
    const { code, message: details } = message
    call.reject(new RpcError({ rpcCode: code, message: 'The relay refused a request.', details }))
  }

  function write(to: RelaySocket, text: string) {
    try {
      to.send(text)
    } catch {
      lose(to)
    }
  }

  function call(method: string, params: unknown, timeout = patience.call): Promise<unknown> {
    const target = socket
    if (!target || !isOpen) return Promise.reject(new LinkLostError())
    return new Promise((resolve, reject) => {
      const id = createRpcId(19)
      // A relay that says nothing is a line that died without a word: the call fails with all others.
      const timer = setTimeout(() => lose(target), timeout)
      calls.set(id, { resolve, reject, timer })
      write(target, formatRpcRequest({ id, method, params }))
    })
  }

  /** Takes everything down that belongs to a socket; its late events count no more. */
  function end(lost: RelaySocket) {
    socket = undefined
    isOpen = false
    for (const timer of [openTimer, quietTimer, restTimer]) clearTimeout(timer)
    restTimer = undefined
    try {
      lost.close()
    } catch {
      // Closed already.
    }
    const open = [...calls.values()]
    calls.clear()
    for (const { reject, timer } of open) {
      clearTimeout(timer)
      reject(new LinkLostError())
    }
  }

  function lose(lost: RelaySocket, isCrowded = false) {
    if (socket !== lost) return
    end(lost)
    retry(isCrowded)
  }

  function retry(isCrowded = false) {
    if (isDestroyed || !isNeeded()) return onStatus('idle')
    const pause = Math.min(backoff.last, backoff.first * 2 ** failures++)
    onStatus('waiting')
    retryTimer = setTimeout(
      () => void connect(),
      Math.max(pause, isCrowded ? backoff.crowded : 0) * (0.5 + random() / 2),
    )
  }

  function probe() {
    const question = parameters.probe()
    if (isOpen && question) call(question.method, question.params, patience.probe).catch(() => {})
  }

  /** A browser shows no pings. While somebody waits, a line that was long quiet is asked something. */
  function watch() {
    clearTimeout(quietTimer)
    quietTimer = setTimeout(() => {
      if (isWaiting() && Date.now() - heardAt >= patience.quiet) probe()
      watch()
    }, patience.quiet)
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
    rest() {
      restTimer ??= setTimeout(() => {
        restTimer = undefined
        if (!socket || isNeeded()) return
        end(socket)
        onStatus('idle')
      }, patience.idle)
    },
    destroy() {
      isDestroyed = true
      clearTimeout(retryTimer)
      if (socket) end(socket)
      onStatus('idle')
    },
  }
}

/** From 0 to 1, so that a thousand pages do not come back in the same moment. */
function random(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32
}
