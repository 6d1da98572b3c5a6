import { isRecord } from '@portico/protocol'
import {
  type CreateRelaySocket,
  createRelayToken,
  createRpcId,
  formatRpcRequest,
  formatRpcResult,
  generateKey,
  hashMessage,
  parseRpcMessage,
  type RelaySocket,
} from '@portico/protocol/walletconnect'

/** A message to publish. */
export type Publication = { topic: string; message: string; tag: number; ttl: number; prompt: boolean }

/** A wallet's client of a relay. */
export type WalletRelayClient = {
  subscribe(topic: string): Promise<void>
  unsubscribe(topic: string): void
  /** Resolves when the relay has accepted the message. Sends it again after a lost connection. */
  publish(publication: Publication): Promise<void>
  /** Drops the connection. It is restored on the next use, or automatically if there are subscriptions. */
  drop(): void
  /** Closes the connection and rejects pending calls. */
  close(): void
}

type Call = { method: string; params: unknown; resolve: () => void; reject: (error: Error) => void }

/**
 * Creates a wallet's client of a relay. It is deliberately simple and shares no code with the kit's client, which is
 * tested against it. After a lost connection it reconnects in 50 ms, subscribes again and repeats unanswered calls.
 */
export function createWalletRelayClient({
  url,
  projectId,
  createSocket,
  onMessage,
}: {
  url: string
  projectId: string
  createSocket: CreateRelaySocket
  onMessage: (message: { topic: string; message: string }) => void
}): WalletRelayClient {
  const seed = generateKey()
  const topics = new Set<string>()
  const calls = new Map<string, Call>()
  const seen = new Set<string>()
  let socket: RelaySocket | undefined
  let isClosed = false
  let isConnecting = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function connect(): Promise<void> {
    if (socket || isConnecting || isClosed) return
    clearTimeout(timer)
    isConnecting = true
    const auth = await createRelayToken({ seed, audience: url })
    isConnecting = false
    if (isClosed) return
    const address = new URL(url)
    address.search = String(
      new URLSearchParams({
        auth,
        projectId,
        useOnCloseEvent: 'true',
      }),
    )
    const opened = createSocket(String(address))
    socket = opened
    opened.addEventListener('open', () => {
      if (topics.size > 0) {
        const id = createRpcId(19)
        opened.send(formatRpcRequest({ id, method: 'irn_batchSubscribe', params: { topics: [...topics] } }))
      }
      for (const [id, { method, params }] of calls) opened.send(formatRpcRequest({ id, method, params }))
    })
    opened.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') read(opened, data)
    })
    opened.addEventListener('close', () => lose(opened))
    opened.addEventListener('error', () => lose(opened))
  }

  function lose(lost: RelaySocket) {
    if (socket !== lost) return
    socket = undefined
    if (!isClosed && (topics.size > 0 || calls.size > 0)) timer = setTimeout(() => void connect(), 50)
  }

  function read(from: RelaySocket, text: string) {
    const message = parseRpcMessage(text)
    if (message?.kind === 'request') {
      const data = isRecord(message.params) ? message.params.data : undefined
      from.send(formatRpcResult({ rawId: message.rawId, result: true }))
      if (!isRecord(data) || typeof data.topic !== 'string' || typeof data.message !== 'string') return
      const hash = hashMessage(data.topic + data.message)
      if (seen.has(hash)) return
      seen.add(hash)
      onMessage({ topic: data.topic, message: data.message })
    } else if (message) {
      const call = calls.get(message.id)
      calls.delete(message.id)
      if (message.kind === 'error')
        call?.reject(new Error(`The relay rejected a request: ${message.message}`))
      else call?.resolve()
    }
  }

  function call(method: string, params: unknown): Promise<void> {
    if (isClosed) return Promise.reject(new Error('The wallet was closed.'))
    return new Promise((resolve, reject) => {
      const id = createRpcId(19)
      calls.set(id, { method, params, resolve, reject })
      if (socket?.readyState === 1) socket.send(formatRpcRequest({ id, method, params }))
      else void connect()
    })
  }

  return {
    async subscribe(topic) {
      topics.add(topic)
      await call('irn_subscribe', { topic })
    },
    unsubscribe(topic) {
      if (topics.delete(topic)) call('irn_unsubscribe', { topic, id: hashMessage(topic) }).catch(() => {})
    },
    publish: (publication) => call('irn_publish', publication),
    drop() {
      const dropped = socket
      dropped?.close()
      if (dropped) lose(dropped)
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      for (const { reject } of calls.values()) reject(new Error('The wallet was closed.'))
      calls.clear()
      socket?.close()
    },
  }
}
