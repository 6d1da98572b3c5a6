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
import { isRecord } from '../evm/methods/method.ts'
import { createTestSocket, type TestSocket } from './createTestSocket.ts'

/** What goes wrong between a relay and its clients. Change it at any time. */
export type RelayFaults = {
  /** Acknowledgements of clients get lost: everything is delivered again at the next subscribe. */
  loseAcks: boolean
  /** Every delivery happens twice. */
  duplicate: boolean
  /** Milliseconds before anything a client sent is read. */
  delay: number
  /** The relay takes a publication and its reply gets lost. */
  losePublishReplies: boolean
  /** Connections are accepted and closed with 3000 and this reason. */
  refuse: string | undefined
}

/** A message as it was published. */
export type PublishedMessage = {
  readonly topic: string
  readonly message: string
  readonly tag: number
  readonly ttl: number
  readonly prompt: boolean
  /** The client id of the publisher. */
  readonly from: string
}

/** A relay in memory, see {@link createTestRelay}. */
export type TestRelay = {
  readonly url: string
  /** Give it to clients in place of `WebSocket`. */
  readonly createSocket: CreateRelaySocket
  readonly faults: RelayFaults
  /** Everything that was published, the oldest first. */
  readonly published: readonly PublishedMessage[]
  /** Connections open now. */
  readonly connections: number
  /** Who is connected now, each once. */
  readonly clientIds: readonly string[]
  /** Connections there have been. */
  readonly connectionCount: number
  /** The methods clients called, the oldest first. */
  readonly calls: readonly string[]
  /** Messages a client id has not acknowledged yet. */
  waitingFor(clientId: string): number
  /** Publishes as a stranger would. */
  inject(message: {
    topic: string
    message: string
    tag?: number | undefined
    ttl?: number | undefined
  }): void
  /** Writes a text to every open connection, whatever it is. */
  sendRaw(text: unknown): void
  /** Ends all connections, as a lost network does (1006), or with a code of the relay's. */
  drop(code?: number | undefined, reason?: string | undefined): void
  /** Open connections go silent in both directions and say nothing of it, as after a computer's sleep. */
  freeze(): void
  /** Ends all connections and takes no new ones, until `start`. What is in mailboxes stays. */
  stop(): void
  start(): void
}

type Mail = PublishedMessage & { id: string; at: number; acknowledged: Set<string> }
type Connection = {
  socket: TestSocket
  clientId: string
  topics: Map<string, string>
  sent: Map<string, Mail>
}

/**
 * A WalletConnect relay for tests, in memory: a mailbox for each topic, each client id other than the publisher's gets
 * a message until one of its connections acknowledges it, and what can go wrong goes wrong when you say so.
 *
 * @example
 * import { createTestRelay } from '@portico/testkit/walletconnect'
 * const relay = createTestRelay()
 * relay.faults.loseAcks = true
 * relay.drop()
 */
export function createTestRelay({ url = 'wss://relay.test' }: { url?: string | undefined } = {}): TestRelay {
  const connections = new Set<Connection>()
  const mail: Mail[] = []
  /** Topic and id of everything in `mail`. */
  const known = new Set<string>()
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
  let pushes = 0

  const createSocket: CreateRelaySocket = (address) => {
    const socket = createTestSocket({
      onOpen: () => accept(socket, address),
      onText: (text) => {
        const connection = [...connections].find((one) => one.socket === socket)
        if (!connection) return
        if (faults.delay > 0) setTimeout(() => read(connection, text), faults.delay)
        else read(connection, text)
      },
      onClose: () => {
        for (const one of connections) if (one.socket === socket) connections.delete(one)
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
      // The publisher first: an answer that overtakes this reply has confused clients.
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
    for (const one of mail) if (topics.includes(one.topic)) push(connection, one)
  }

  function add(message: PublishedMessage): Mail | undefined {
    const id = hashMessage(message.message)
    // The client's retry: kept and delivered once.
    if (known.has(message.topic + id)) return undefined
    known.add(message.topic + id)
    const added = { ...message, id, at: Date.now(), acknowledged: new Set<string>() }
    mail.push(added)
    return added
  }

  function fanOut(one: Mail) {
    for (const connection of connections) push(connection, one)
  }

  function push(connection: Connection, one: Mail) {
    const subscription = connection.topics.get(one.topic)
    const isOver = one.at + one.ttl * 1000 <= Date.now()
    if (subscription === undefined || isOver || one.from === connection.clientId) return
    if (one.acknowledged.has(connection.clientId)) return
    const { topic, message, tag, at } = one
    for (let times = faults.duplicate ? 2 : 1; times > 0; times--) {
      const id = String(1_000_000_000_000_000 + ++pushes)
      connection.sent.set(id, one)
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
    published: mail,
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
      mail.filter(({ from, acknowledged }) => from !== clientId && !acknowledged.has(clientId)).length,
    inject({ topic, message, tag = 0, ttl = 300 }) {
      const added = add({ topic, message, tag, ttl, prompt: false, from: 'stranger' })
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
