import { hash } from 'node:crypto'
import { createOutbox, type OutgoingMessage } from './createOutbox.ts'
import type { TopicListener, Topics } from './createTopics.ts'
import type { RelayLimits } from './limits.ts'
import type { MailboxPage, MailboxStore } from './mailbox/MailboxStore.ts'
import type { RelaySocket } from './RelaySocket.ts'

/** Delivers the messages of subscribed topics to one connection. */
export type Delivery = {
  /** Subscribes to topics. Nothing is pushed before `flush`, so that the response to the request is sent first. */
  subscribe(topics: readonly string[]): Promise<void>
  unsubscribe(topic: string): void
  /** Pushes pending messages from the mailbox until the socket's buffer is full. Call again when it has drained. */
  flush(): void
  /** Records the receipt of a push. Returns false if no push has this ID. */
  acknowledge(pushId: number, received: boolean): boolean
  /** Returns the topic and message hash of a push. */
  pushed(pushId: number): { topic: string; id: string } | undefined
  subscriptionId(topic: string): string
  readonly topics: number
  close(): void
}

/**
 * `sent` is the sequence number up to which every message is in the outbox or was skipped (the client's own). While a
 * subscription is up to date, live messages go to the outbox directly. If it is not (just subscribed, a slow reader, a
 * lost notice), it is `behind` and reads from the mailbox. So each socket gets each message once, in order. `announced`
 * is the highest sequence number announced by the fan-out.
 */
type Subscription = { sent: number; announced: number; behind: boolean }

const pageTopics = 200
const pageMessages = 200
/** Memory for messages that wait in the outbox, in bytes. The others stay in the mailbox. */
const maxWaitingBytes = 256 * 1024
const retryMs = 1000

/** Creates the delivery to one connection. */
export function createDelivery({
  clientId,
  socket,
  mailbox,
  topics,
  limits: { bufferedBytes, receiptMs },
  onPush,
  onError,
  now,
}: {
  clientId: string
  socket: RelaySocket
  mailbox: MailboxStore
  topics: Topics
  limits: Pick<RelayLimits, 'bufferedBytes' | 'receiptMs'>
  onPush(): void
  onError(error: unknown): void
  now: () => number
}): Delivery {
  const subscriptions = new Map<string, Subscription>()
  /** The topics to read from the mailbox: those that are behind and have nothing in the outbox. */
  const behind = new Set<string>()
  let reading = false
  let closed = false

  const writable = (): boolean => !closed && socket.buffered() < bufferedBytes

  const outbox = createOutbox({ send, writable, onIdle, receiptMs, now })

  function send(pushId: number, message: OutgoingMessage): void {
    const { topic, message: text, attestation, publishedAt, tag } = message
    const data = { topic, message: text, attestation, publishedAt, tag }
    const params = { id: subscriptionId(topic), data }
    socket.send(JSON.stringify({ id: pushId, jsonrpc: '2.0', method: 'irn_subscription', params }))
    onPush()
  }

  function onIdle(topic: string, dropped: OutgoingMessage | undefined): void {
    const subscription = subscriptions.get(topic)
    if (!subscription) return
    // What was dropped is read from the mailbox again.
    if (dropped) subscription.sent = dropped.seq - 1
    if (dropped || subscription.behind) fallBehind(topic, subscription)
    flush()
  }

  function subscriptionId(topic: string): string {
    return hash('sha256', topic + clientId)
  }

  function fallBehind(topic: string, subscription: Subscription): void {
    subscription.behind = true
    if (outbox.isIdle(topic)) behind.add(topic)
  }

  const listener: TopicListener = {
    onNotice(topic, notice) {
      const subscription = subscriptions.get(topic)
      if (!subscription || notice.seq <= subscription.sent) return
      subscription.announced = Math.max(subscription.announced, notice.seq)
      if (subscription.behind) return
      const isOwn = notice.publisher === clientId
      const fits = writable() && (outbox.isIdle(topic) || outbox.waitingBytes < maxWaitingBytes)
      if (notice.previous > subscription.sent || (!isOwn && !fits)) {
        fallBehind(topic, subscription)
        flush()
        return
      }
      subscription.sent = notice.seq
      if (!isOwn) outbox.add(notice)
    },
    onGap(topic) {
      const subscription = subscriptions.get(topic)
      if (!subscription) return
      // A read in progress may return the state before the gap, so that another read must follow.
      subscription.announced = Number.POSITIVE_INFINITY
      if (subscription.behind) return
      fallBehind(topic, subscription)
      flush()
    },
  }

  function flush(): void {
    if (!reading) void catchUp()
  }

  async function catchUp(): Promise<void> {
    reading = true
    try {
      while (behind.size > 0 && writable()) {
        const reads = [...behind].slice(0, pageTopics).flatMap((topic) => {
          const subscription = subscriptions.get(topic)
          if (!subscription) return []
          // Everything announced so far is in the mailbox.
          subscription.announced = 0
          return [{ topic, subscription, after: subscription.sent }]
        })
        const pages = await mailbox.read({
          clientId,
          from: reads,
          maxMessages: pageMessages,
          maxBytes: Math.max(1, maxWaitingBytes - outbox.waitingBytes),
          now: now(),
        })
        pages.forEach((page, index) => {
          const { topic, subscription } = reads[index] as (typeof reads)[number]
          // The client may have unsubscribed or subscribed again during the read.
          if (!closed && subscriptions.get(topic) === subscription) pushPage(page, subscription)
        })
      }
    } catch (error) {
      onError(error)
      setTimeout(flush, retryMs).unref()
    } finally {
      reading = false
    }
  }

  function pushPage({ topic, messages, last, more }: MailboxPage, subscription: Subscription): void {
    for (const message of messages) {
      subscription.sent = message.seq
      outbox.add({ topic, ...message })
    }
    // Move the topic to the end of the queue, so that topics with many messages do not block the others.
    behind.delete(topic)
    if (!more) subscription.sent = Math.max(subscription.sent, last)
    if (more || subscription.announced > subscription.sent) fallBehind(topic, subscription)
    else subscription.behind = false
  }

  function unsubscribe(topic: string): void {
    if (!subscriptions.delete(topic)) return
    behind.delete(topic)
    outbox.remove(topic)
    topics.unsubscribe(topic, listener)
  }

  return {
    async subscribe(names) {
      const unique = [...new Set(names)]
      for (const topic of unique) {
        // Also reset existing subscriptions: a new subscribe request redelivers unacknowledged messages.
        subscriptions.set(topic, { sent: 0, announced: 0, behind: true })
        behind.delete(topic)
        outbox.remove(topic)
      }
      try {
        await Promise.all(unique.map((topic) => topics.subscribe(topic, listener)))
      } catch (error) {
        for (const topic of unique) unsubscribe(topic)
        throw error
      }
      // If the connection closed meanwhile, `close` did not see these subscriptions.
      if (closed) for (const topic of unique) topics.unsubscribe(topic, listener)
      else for (const topic of unique) if (subscriptions.has(topic)) behind.add(topic)
    },
    unsubscribe,
    flush,
    acknowledge(pushId, received) {
      const push = outbox.acknowledge(pushId)
      if (push && received) mailbox.acknowledge({ ...push, clientId }).catch(onError)
      return push !== undefined
    },
    pushed: outbox.pushed,
    subscriptionId,
    get topics() {
      return subscriptions.size
    },
    close() {
      closed = true
      for (const topic of [...subscriptions.keys()]) topics.unsubscribe(topic, listener)
      subscriptions.clear()
      behind.clear()
      outbox.close()
    },
  }
}
