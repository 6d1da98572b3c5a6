import { isRecord } from '@portico/protocol'
import {
  type CreateRelaySocket,
  formatRpcError,
  formatRpcRequest,
  formatRpcResult,
  hashMessage,
  isHex32,
  parseRpcMessage,
  type RelaySocket,
  verifyRelayToken,
} from '@portico/protocol/walletconnect'
import { createTestSocket, type TestSocket } from './createTestSocket.ts'

/** Faults a test can inject. They can be changed at any time. */
export type RelayFaults = {
  /** Ignore acknowledgements: everything is delivered again on the next subscribe. */
  loseAcks: boolean
  /** Deliver every message twice. */
  duplicate: boolean
  /** Milliseconds before a client's message is processed. */
  delay: number
  /** Accept publications but do not reply to them. */
  losePublishReplies: boolean
  /** Accept connections and close them with code 3000 and this reason. */
  refuse: string | undefined
}

/** A published message. */
export type PublishedMessage = {
  readonly topic: string
  readonly message: string
  readonly tag: number
  readonly ttl: number
  readonly prompt: boolean
  /** The client id of the publisher. */
  readonly from: string
}

/** An in-memory relay, see {@link createTestRelay}. */
export type TestRelay = {
  readonly url: string
  /** Pass it to clients in place of `WebSocket`. */
  readonly createSocket: CreateRelaySocket
  readonly faults: RelayFaults
  /** All published messages, the oldest first. */
  readonly published: readonly PublishedMessage[]
  /** The number of open connections. */
  readonly connections: number
  /** The ids of connected clients, without duplicates. */
  readonly clientIds: readonly string[]
  /** The number of connections so far. */
  readonly connectionCount: number
  /** The methods clients called, the oldest first. */
  readonly calls: readonly string[]
  /** Returns the number of messages a client has not acknowledged. */
  waitingFor(clientId: string): number
  /** Publishes a message as an unrelated client. */
  inject(message: {
    topic: string
    message: string
    tag?: number | undefined
    ttl?: number | undefined
  }): void
  /** Sends any text to every open connection. */
  sendRaw(text: unknown): void
  /** Closes all connections. Default code: 1006, as after a network failure. */
  drop(code?: number | undefined, reason?: string | undefined): void
  /** Makes open connections silent in both directions without closing them, as after a device's sleep. */
  freeze(): void
  /** Closes all connections and refuses new ones until `start`. Stored messages are kept. */
  stop(): void
  start(): void
}

type StoredMessage = PublishedMessage & { id: string; at: number; acknowledged: Set<string> }
type Connection = {
  socket: TestSocket
  clientId: string
  topics: Map<string, string>
  sent: Map<string, StoredMessage>
}

/**
 * Creates an in-memory WalletConnect relay for tests. It stores messages per topic and delivers each to every client id
 * other than the publisher's until one of that client's connections acknowledges it. Faults can be injected.
 *
 * @example
 * import { createTestRelay } from '@portico/testkit/walletconnect'
 * const relay = createTestRelay()
 * relay.faults.loseAcks = true
 * relay.drop()
 */
export function createTestRelay({ url = 'wss://relay.test' }: { url?: string | undefined } = {}): TestRelay {
  const connections = new Set<Connection>()
  const mailbox: StoredMessage[] = []
  /** Topic and id of each stored message. */
  const storedIds = new Set<string>()
  const calls: string[] = []
  const faults: RelayFaults = {
    loseAcks: false,
    duplicate: false,
    delay: 0,
    losePublishReplies: false,
    refuse: undefined,
  }
  let isRunning = true
  let connectionCount = 0
  let deliveries = 0

  const createSocket: CreateRelaySocket = (address) => {
    const socket = createTestSocket({
      onOpen: () => accept(socket, address),
      onText: (text) => {
        const connection = [...connections].find((open) => open.socket === socket)
        if (!connection) return
        if (faults.delay > 0) setTimeout(() => read(connection, text), faults.delay)
        else read(connection, text)
      },
      onClose: () => {
        for (const open of connections) if (open.socket === socket) connections.delete(open)
      },
    })
    return socket as RelaySocket
  }

  function accept(socket: TestSocket, address: string): boolean {
    if (!isRunning) return false
    const { searchParams } = new URL(address)
    const token = verifyRelayToken({ token: searchParams.get('auth') ?? '', audiences: [url] })
    connectionCount++
    const refusal =
      faults.refuse ??
      (searchParams.get('projectId') ? undefined : 'Project ID is missing') ??
      (token.ok ? undefined : `JWT validation error: ${token.reason}`)
    if (refusal !== undefined || !token.ok) queueMicrotask(() => socket.end(3000, refusal ?? ''))
    else connections.add({ socket, clientId: token.clientId, topics: new Map(), sent: new Map() })
    return true
  }

  function read(connection: Connection, text: string) {
    const message = parseRpcMessage(text)
    if (message?.kind === 'result') acknowledge(connection, message.id)
    if (message?.kind !== 'request') return
    const { rawId, method, params } = message
    calls.push(method)
    const refuse = (reason: string) =>
      connection.socket.deliver(formatRpcError({ rawId, code: -32602, message: reason }))
    const reply = (result: unknown) => connection.socket.deliver(formatRpcResult({ rawId, result }))
    if (!isRecord(params)) return refuse('Invalid params')
    if (method === 'irn_publish') {
      const { topic, message: body, ttl, tag, prompt } = params
      if (!isHex32(topic) || typeof body !== 'string' || typeof ttl !== 'number' || typeof tag !== 'number') {
        return refuse('Invalid params')
      }
      const added = add({
        topic,
        message: body,
        ttl,
        tag,
        prompt: prompt === true,
        from: connection.clientId,
      })
      // Reply to the publisher before delivering: some clients fail if the peer's response arrives before this reply.
      if (!faults.losePublishReplies) reply(true)
      if (added) fanOut(added)
    } else if (method === 'irn_subscribe' && isHex32(params.topic)) {
      reply(subscribe(connection, params.topic))
      flush(connection, [params.topic])
    } else if (method === 'irn_batchSubscribe' && Array.isArray(params.topics)) {
      const topics = params.topics.filter(isHex32)
      if (topics.length === 0 || topics.length !== params.topics.length || topics.length > 500) {
        return refuse('Invalid batch')
      }
      reply(topics.map((topic) => subscribe(connection, topic)))
      flush(connection, topics)
    } else if (method === 'irn_unsubscribe' && isHex32(params.topic)) {
      connection.topics.delete(params.topic)
      reply(true)
    } else refuse('Unknown method')
  }

  function subscribe(connection: Connection, topic: string): string {
    const id = hashMessage(topic + connection.clientId)
    connection.topics.set(topic, id)
    return id
  }

  function flush(connection: Connection, topics: readonly string[]) {
    for (const stored of mailbox) if (topics.includes(stored.topic)) deliver(connection, stored)
  }

  function add(message: PublishedMessage): StoredMessage | undefined {
    const id = hashMessage(message.message)
    // The client's retry: store and deliver it once.
    if (storedIds.has(message.topic + id)) return undefined
    storedIds.add(message.topic + id)
    const added = { ...message, id, at: Date.now(), acknowledged: new Set<string>() }
    mailbox.push(added)
    return added
  }

  function fanOut(stored: StoredMessage) {
    for (const connection of connections) deliver(connection, stored)
  }

  function deliver(connection: Connection, stored: StoredMessage) {
    const subscription = connection.topics.get(stored.topic)
    const isExpired = stored.at + stored.ttl * 1000 <= Date.now()
    if (subscription === undefined || isExpired || stored.from === connection.clientId) return
    if (stored.acknowledged.has(connection.clientId)) return
    const { topic, message, tag, at } = stored
    for (let times = faults.duplicate ? 2 : 1; times > 0; times--) {
      const id = String(1_000_000_000_000_000 + ++deliveries)
      connection.sent.set(id, stored)
      connection.socket.deliver(
        formatRpcRequest({
          id,
          method: 'irn_subscription',
          params: { id: subscription, data: { topic, message, publishedAt: at, tag } },
        }),
      )
    }
  }

  function acknowledge(connection: Connection, id: string) {
    if (!faults.loseAcks) connection.sent.get(id)?.acknowledged.add(connection.clientId)
    connection.sent.delete(id)
  }

  function drop(code = 1006, reason = '') {
    for (const { socket } of [...connections]) socket.end(code, reason)
    connections.clear()
  }

  return {
    url,
    createSocket,
    faults,
    published: mailbox,
    calls,
    get connections() {
      return connections.size
    },
    get clientIds() {
      return [...new Set([...connections].map(({ clientId }) => clientId))]
    },
    get connectionCount() {
      return connectionCount
    },
    waitingFor: (clientId) =>
      mailbox.filter(({ from, acknowledged }) => from !== clientId && !acknowledged.has(clientId)).length,
    inject({ topic, message, tag = 0, ttl = 300 }) {
      const added = add({ topic, message, tag, ttl, prompt: false, from: 'unrelated' })
      if (added) fanOut(added)
    },
    sendRaw(text) {
      for (const { socket } of connections) socket.deliver(text as string)
    },
    drop,
    freeze() {
      for (const { socket } of connections) socket.freeze()
    },
    stop() {
      isRunning = false
      drop()
    },
    start() {
      isRunning = true
    },
  }
}
