import { getRpcCode, rpcErrorCodes } from '@portico/protocol'
import {
  type CreateRelaySocket,
  createRelayToken,
  type Delivery,
  generateKey,
  hashMessage,
  isHex32,
} from '@portico/protocol/walletconnect'
import { isRecord } from '../isRecord.ts'
import { createLink, type LinkStatus } from './createLink.ts'
import { LinkLostError } from './LinkLostError.ts'
import { NotDeliveredError } from './NotDeliveredError.ts'
import type { PageSignals } from './pageSignals.ts'
import type { RelayRefusedError } from './RelayRefusedError.ts'

/** A message to or from a topic. */
export type RelayMessage = { topic: string; message: string }

/** What became of a message: handled (it will be acknowledged), or left in the mailbox for somebody else. */
export type Receipt = 'done' | 'leave'

/** What {@link createRelay} takes. */
export type RelayParameters = {
  url: string
  projectId: string
  /** The client's Ed25519 seed. */
  seed: string
  userAgent: string
  createSocket: CreateRelaySocket
  page: PageSignals
  isWaiting(): boolean
  onMessage(message: RelayMessage): Promise<Receipt>
  onRefused(error: RelayRefusedError): void
  onStatus?(status: LinkStatus): void
}

/** A client's mailbox at a relay. */
export type Relay = {
  /**
   * Hears what arrives for a topic, now and after every reconnection. Resolves when the relay has agreed.
   *
   * @throws {RelayRefusedError}
   */
  subscribe(topic: string): Promise<void>
  unsubscribe(topic: string): void
  /**
   * Resolves when the relay has the message; sends it again after a lost connection until then.
   *
   * @param patience milliseconds to try; as long as the relay would keep it if left out.
   * @throws {NotDeliveredError} after that time.
   * @throws {RelayRefusedError}
   * @throws {RpcError} as the relay answered.
   */
  publish(publication: RelayMessage & Delivery & { patience?: number | undefined }): Promise<void>
  destroy(): void
}

type Publication = {
  params: unknown
  tries: number
  isSent: boolean
  resolve(): void
  reject(error: Error): void
  timer: ReturnType<typeof setTimeout>
}
type Subscription = { isAgreed: boolean; waiting: { resolve(): void; reject(error: Error): void }[] }

const batch = 500
/** The longest a timer can be set to. */
const maxTimer = 2 ** 31 - 1

/**
 * A mailbox on a line that comes and goes. Nothing is connected before there is a topic or a message. After each
 * connection all topics are subscribed again and everything unanswered is sent again: relays keep a message that is
 * sent twice once, and a message that arrives twice is handled once.
 */
export function createRelay(parameters: RelayParameters): Relay {
  const { url, projectId, seed, userAgent, createSocket, page, isWaiting, onMessage, onRefused, onStatus } =
    parameters
  const subject = generateKey()
  const topics = new Map<string, Subscription>()
  const outbox = new Set<Publication>()
  const inbox = createInbox(onMessage)

  const link = createLink({
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
    isNeeded: () => topics.size > 0 || outbox.size > 0,
    isWaiting: () => isWaiting() || outbox.size > 0,
    onStatus: (status) => onStatus?.(status),
    probe() {
      // Subscribing once more is harmless, shows that the line is alive, and empties the mailbox.
      const names = [...topics.keys()].slice(0, batch)
      return names.length > 0 ? { method: 'irn_batchSubscribe', params: { topics: names } } : undefined
    },
    onOpen() {
      for (const one of topics.values()) one.isAgreed = false
      for (const one of outbox) one.isSent = false
      const all = [...topics.keys()]
      for (let start = 0; start < all.length; start += batch) agree(all.slice(start, start + batch))
      for (const one of [...outbox]) send(one)
    },
    onRequest({ method, params, acknowledge }) {
      const data = isRecord(params) ? params.data : undefined
      if (!/^(irn|iridium)_subscription$/.test(method) || !isRecord(data)) return
      const { topic, message } = data
      if (!isHex32(topic) || typeof message !== 'string') return
      inbox.take({ topic, message }, acknowledge)
    },
    onRefused(error) {
      for (const one of [...outbox]) one.reject(error)
      for (const { waiting } of topics.values()) for (const { reject } of waiting.splice(0)) reject(error)
      onRefused(error)
    },
  })

  function agree(names: readonly string[]) {
    const [topic, ...others] = names
    const asked =
      others.length === 0
        ? link.call('irn_subscribe', { topic })
        : link.call('irn_batchSubscribe', { topics: names })
    asked.then(
      () => {
        for (const name of names) {
          const subscription = topics.get(name)
          if (!subscription) continue
          subscription.isAgreed = true
          for (const { resolve } of subscription.waiting.splice(0)) resolve()
        }
      },
      (error: Error) => {
        // A lost line subscribes again when it is back.
        if (error instanceof LinkLostError) return
        for (const name of names)
          for (const { reject } of topics.get(name)?.waiting.splice(0) ?? []) reject(error)
      },
    )
  }

  function send(publication: Publication) {
    if (!link.isOpen || publication.isSent || !outbox.has(publication)) return
    publication.isSent = true
    link.call('irn_publish', publication.params).then(publication.resolve, (error: Error) => {
      publication.isSent = false
      if (error instanceof LinkLostError) return
      if (!isCrowded(error)) return publication.reject(error)
      setTimeout(() => send(publication), Math.min(1_000 * 2 ** publication.tries++, 30_000))
    })
  }

  const stopWaking = page.onWake(() => link.wake())

  return {
    subscribe(topic) {
      const known = topics.get(topic)
      if (known?.isAgreed) return Promise.resolve()
      return new Promise((resolve, reject) => {
        if (known) {
          known.waiting.push({ resolve, reject })
          return link.connect()
        }
        topics.set(topic, { isAgreed: false, waiting: [{ resolve, reject }] })
        if (link.isOpen) agree([topic])
        else link.connect()
      })
    },
    unsubscribe(topic) {
      const known = topics.get(topic)
      if (!known) return
      topics.delete(topic)
      for (const { reject } of known.waiting) reject(new LinkLostError())
      // The id is not looked at: relays know the topic.
      if (link.isOpen) link.call('irn_unsubscribe', { topic, id: hashMessage(topic) }).catch(() => {})
      link.rest()
    },
    publish({ topic, message, ttl, tag, prompt, patience = ttl * 1000 }) {
      return new Promise<void>((resolve, reject) => {
        const leave = (how: () => void) => () => {
          clearTimeout(publication.timer)
          outbox.delete(publication)
          link.rest()
          how()
        }
        const publication: Publication = {
          params: { topic, message, ttl, tag, ...(prompt ? { prompt } : {}) },
          tries: 0,
          isSent: false,
          resolve: leave(resolve),
          reject: (error) => leave(() => reject(error))(),
          timer: setTimeout(() => publication.reject(new NotDeliveredError()), Math.min(patience, maxTimer)),
        }
        outbox.add(publication)
        send(publication)
        link.connect()
      })
    },
    destroy() {
      stopWaking()
      link.destroy()
      for (const one of [...outbox]) one.reject(new LinkLostError())
      for (const { waiting } of topics.values()) for (const { reject } of waiting) reject(new LinkLostError())
      topics.clear()
    },
  }
}

/** Handles each message once and those of a topic one after the other; acknowledges what was handled. */
function createInbox(onMessage: (message: RelayMessage) => Promise<Receipt>) {
  const seen = new Map<string, Promise<Receipt>>()
  const last = new Map<string, Promise<unknown>>()
  return {
    take(message: RelayMessage, acknowledge: () => void) {
      const { topic } = message
      const hash = hashMessage(topic + message.message)
      let receipt = seen.get(hash)
      if (!receipt) {
        receipt = (last.get(topic) ?? Promise.resolve()).then(() => onMessage(message))
        const settled = receipt.catch(() => 'leave' as const)
        last.set(topic, settled)
        void settled.then(() => {
          if (last.get(topic) === settled) last.delete(topic)
        })
        seen.set(hash, receipt)
        if (seen.size > 2_000) seen.delete(seen.keys().next().value ?? '')
      }
      receipt.then(
        (outcome) => {
          if (outcome === 'done') acknowledge()
          else seen.delete(hash)
        },
        () => seen.delete(hash),
      )
    },
  }
}

/** "Too many requests" in its known forms: a pause helps. */
function isCrowded(error: Error): boolean {
  return getRpcCode(error) === rpcErrorCodes.limitExceeded || /too many/i.test(error.message)
}
