import { getRpcCode, isRecord, rpcErrorCodes } from '@portico/protocol'
import {
  type CreateRelaySocket,
  createRelayToken,
  type Delivery,
  generateKey,
  hashMessage,
  isHex32,
} from '@portico/protocol/walletconnect'
import { createMessageQueue, type MessageOutcome, type RelayMessage } from './createMessageQueue.ts'
import { createRelayConnection, type RelayConnectionStatus } from './createRelayConnection.ts'
import { NotDeliveredError } from './NotDeliveredError.ts'
import type { PageSignals } from './pageSignals.ts'
import { RelayConnectionLostError } from './RelayConnectionLostError.ts'
import type { RelayRefusedError } from './RelayRefusedError.ts'

/** The parameters of {@link createRelayClient}. */
export type RelayClientParameters = {
  url: string
  projectId: string
  /** The client's Ed25519 seed, 64 hex digits. */
  seed: string
  userAgent: string
  createSocket: CreateRelaySocket
  page: PageSignals
  /** Whether a peer's response is awaited. */
  isWaiting(): boolean
  onMessage(message: RelayMessage): Promise<MessageOutcome>
  onRefused(error: RelayRefusedError): void
  onStatus?(status: RelayConnectionStatus): void
}

/** A client of a relay: subscribes to topics and publishes messages. */
export type RelayClient = {
  /**
   * Receives the messages of a topic, also after reconnecting. Resolves when the relay has confirmed.
   *
   * @throws {RelayRefusedError} if the relay refuses this client.
   */
  subscribe(topic: string): Promise<void>
  unsubscribe(topic: string): void
  /**
   * Publishes a message and resolves when the relay has accepted it. Sends it again after a lost connection.
   *
   * @param publication.timeoutMs milliseconds to keep trying; defaults to the message's `ttl`.
   * @throws {NotDeliveredError} after that time.
   * @throws {RelayRefusedError} if the relay refuses this client.
   * @throws {RpcError} with the relay's error.
   */
  publish(publication: RelayMessage & Delivery & { timeoutMs?: number | undefined }): Promise<void>
  destroy(): void
}

type Publication = {
  params: unknown
  attempts: number
  isSent: boolean
  resolve(): void
  reject(error: Error): void
  timer: ReturnType<typeof setTimeout>
}
type Subscription = { isConfirmed: boolean; waiting: { resolve(): void; reject(error: Error): void }[] }

/** Topics in one request, the relay's limit. */
const batchSize = 500
/** The longest delay of `setTimeout`, in milliseconds. */
const maxTimerMs = 2 ** 31 - 1

/**
 * Creates a client of a relay. It connects with the first topic or message. After each connect it subscribes to all
 * topics again and sends every unanswered publication again: relays store a message that is published twice once, and
 * a message that arrives twice is handled once.
 */
export function createRelayClient(parameters: RelayClientParameters): RelayClient {
  const { url, projectId, seed, userAgent, createSocket, page, isWaiting, onMessage, onRefused, onStatus } =
    parameters
  const subject = generateKey()
  const subscriptions = new Map<string, Subscription>()
  const publications = new Set<Publication>()
  const incoming = createMessageQueue(onMessage)

  const connection = createRelayConnection({
    createSocket,
    async getUrl() {
      const address = new URL(url)
      const auth = await createRelayToken({ seed, audience: url, subject })
      for (const [name, value] of Object.entries({
        auth,
        projectId,
        ua: userAgent,
        useOnCloseEvent: 'true',
      })) {
        address.searchParams.set(name, value)
      }
      return String(address)
    },
    isNeeded: () => subscriptions.size > 0 || publications.size > 0,
    isWaiting: () => isWaiting() || publications.size > 0,
    onStatus: (status) => onStatus?.(status),
    probe() {
      // Subscribing again is harmless and also makes the relay send what is in the mailbox.
      const topics = [...subscriptions.keys()].slice(0, batchSize)
      return topics.length > 0 ? { method: 'irn_batchSubscribe', params: { topics } } : undefined
    },
    onOpen() {
      for (const subscription of subscriptions.values()) subscription.isConfirmed = false
      for (const publication of publications) publication.isSent = false
      const topics = [...subscriptions.keys()]
      for (let start = 0; start < topics.length; start += batchSize) {
        sendSubscribe(topics.slice(start, start + batchSize))
      }
      for (const publication of [...publications]) sendPublish(publication)
    },
    onRequest({ method, params, acknowledge }) {
      const data = isRecord(params) ? params.data : undefined
      if (!/^(irn|iridium)_subscription$/.test(method) || !isRecord(data)) return
      const { topic, message } = data
      if (!isHex32(topic) || typeof message !== 'string') return
      incoming.add({ topic, message }, acknowledge)
    },
    onRefused(error) {
      for (const publication of [...publications]) publication.reject(error)
      for (const { waiting } of subscriptions.values())
        for (const { reject } of waiting.splice(0)) reject(error)
      onRefused(error)
    },
  })

  function sendSubscribe(topics: readonly string[]) {
    const [topic, ...others] = topics
    const response =
      others.length === 0
        ? connection.call('irn_subscribe', { topic })
        : connection.call('irn_batchSubscribe', { topics })
    response.then(
      () => {
        for (const name of topics) {
          const subscription = subscriptions.get(name)
          if (!subscription) continue
          subscription.isConfirmed = true
          for (const { resolve } of subscription.waiting.splice(0)) resolve()
        }
      },
      (error: Error) => {
        // After a lost connection, `onOpen` subscribes again.
        if (error instanceof RelayConnectionLostError) return
        for (const name of topics)
          for (const { reject } of subscriptions.get(name)?.waiting.splice(0) ?? []) reject(error)
      },
    )
  }

  function sendPublish(publication: Publication) {
    if (!connection.isOpen || publication.isSent || !publications.has(publication)) return
    publication.isSent = true
    connection.call('irn_publish', publication.params).then(publication.resolve, (error: Error) => {
      publication.isSent = false
      if (error instanceof RelayConnectionLostError) return
      if (!isRateLimited(error)) return publication.reject(error)
      setTimeout(() => sendPublish(publication), Math.min(1_000 * 2 ** publication.attempts++, 30_000))
    })
  }

  const stopWake = page.onWake(() => connection.wake())

  return {
    subscribe(topic) {
      const existing = subscriptions.get(topic)
      if (existing?.isConfirmed) return Promise.resolve()
      return new Promise((resolve, reject) => {
        if (existing) {
          existing.waiting.push({ resolve, reject })
          return connection.connect()
        }
        subscriptions.set(topic, { isConfirmed: false, waiting: [{ resolve, reject }] })
        if (connection.isOpen) sendSubscribe([topic])
        else connection.connect()
      })
    },
    unsubscribe(topic) {
      const existing = subscriptions.get(topic)
      if (!existing) return
      subscriptions.delete(topic)
      for (const { reject } of existing.waiting) reject(new RelayConnectionLostError())
      // Relays require an id but ignore it; the topic alone counts.
      if (connection.isOpen) {
        connection.call('irn_unsubscribe', { topic, id: hashMessage(topic) }).catch(() => {})
      }
      connection.closeWhenIdle()
    },
    publish({ topic, message, ttl, tag, prompt, timeoutMs = ttl * 1000 }) {
      return new Promise<void>((resolve, reject) => {
        const finish = (settle: () => void) => () => {
          clearTimeout(publication.timer)
          publications.delete(publication)
          connection.closeWhenIdle()
          settle()
        }
        const publication: Publication = {
          params: { topic, message, ttl, tag, ...(prompt ? { prompt } : {}) },
          attempts: 0,
          isSent: false,
          resolve: finish(resolve),
          reject: (error) => finish(() => reject(error))(),
          timer: setTimeout(
            () => publication.reject(new NotDeliveredError()),
            Math.min(timeoutMs, maxTimerMs),
          ),
        }
        publications.add(publication)
        sendPublish(publication)
        connection.connect()
      })
    },
    destroy() {
      stopWake()
      connection.destroy()
      for (const publication of [...publications]) publication.reject(new RelayConnectionLostError())
      for (const { waiting } of subscriptions.values())
        for (const { reject } of waiting) reject(new RelayConnectionLostError())
      subscriptions.clear()
    },
  }
}

/** Whether the relay answered "too many requests", in any of its known forms. Retrying later helps. */
function isRateLimited(error: Error): boolean {
  return getRpcCode(error) === rpcErrorCodes.limitExceeded || /too many/i.test(error.message)
}
