import { hash } from 'node:crypto'
import type { TopicListener, Topics } from './createTopics.ts'
import type { Notice } from './fanout/Fanout.ts'
import type { MailboxPage, MailboxStore } from './mailbox/MailboxStore.ts'
import type { RelaySocket } from './RelaySocket.ts'

/** What one connection gets delivered. */
export type Delivery = {
  /** Begins to listen; nothing is pushed before `flush`, so that the answer comes first. */
  subscribe(topics: readonly string[]): Promise<void>
  unsubscribe(topic: string): void
  /** Pushes what waits in the mailbox, as far as the reader keeps up. Also after the socket has drained. */
  flush(): void
  /** Notes that a push has arrived. False if there was none of that id. */
  acknowledge(pushId: number, received: boolean): boolean
  /** The topic and message hash a push brought. */
  pushed(pushId: number): { topic: string; id: string } | undefined
  subscriptionId(topic: string): string
  readonly topics: number
  close(): void
}

/**
 * `sent` is the place up to which everything has been pushed or is not for this client. Live messages go straight out
 * while the subscription is level with the topic; whenever it is not (just subscribed, a slow reader, a lost notice) it
 * is `behind` and catches up from the mailbox. So each socket gets each message once, in order.
 */
type Subscription = { sent: number; heard: number; behind: boolean }

const pageTopics = 200
const pageMessages = 200
const pageBytes = 256 * 1024
/** Pushes whose receipt is waited for; older ones count as lost and come again with the next subscription. */
const maxUnacknowledged = 10_000
const retryMs = 1000

/** Delivery to one connection. */
export function createDelivery({
  clientId,
  socket,
  mailbox,
  topics,
  bufferedBytes,
  onPush,
  onError,
  now,
}: {
  clientId: string
  socket: RelaySocket
  mailbox: MailboxStore
  topics: Topics
  bufferedBytes: number
  onPush(): void
  onError(error: unknown): void
  now: () => number
}): Delivery {
  const subscriptions = new Map<string, Subscription>()
  const behind = new Set<string>()
  const unacknowledged = new Map<number, { topic: string; id: string }>()
  let lastPushId = 0
  let reading = false
  let closed = false

  const writable = (): boolean => !closed && socket.buffered() < bufferedBytes

  function push(message: Omit<Notice, 'previous'>): void {
    // 16 digits: clients read ids as doubles, and acknowledge a longer one by another name.
    lastPushId = Math.max(lastPushId + 1, now() * 1000)
    const { topic, id, message: text, attestation, publishedAt, tag } = message
    unacknowledged.set(lastPushId, { topic, id })
    if (unacknowledged.size > maxUnacknowledged) {
      const oldest = unacknowledged.keys().next().value
      if (oldest !== undefined) unacknowledged.delete(oldest)
    }
    const data = { topic, message: text, attestation, publishedAt, tag }
    const params = { id: subscriptionId(topic), data }
    socket.send(JSON.stringify({ id: lastPushId, jsonrpc: '2.0', method: 'irn_subscription', params }))
    onPush()
  }

  function subscriptionId(topic: string): string {
    return hash('sha256', topic + clientId)
  }

  function fallBehind(topic: string, subscription: Subscription): void {
    subscription.behind = true
    behind.add(topic)
  }

  const listener: TopicListener = {
    onNotice(topic, notice) {
      const subscription = subscriptions.get(topic)
      if (!subscription || notice.seq <= subscription.sent) return
      subscription.heard = Math.max(subscription.heard, notice.seq)
      if (subscription.behind) return
      const own = notice.publisher === clientId
      if (notice.previous > subscription.sent || (!own && !writable())) {
        fallBehind(topic, subscription)
        flush()
        return
      }
      subscription.sent = notice.seq
      if (!own) push(notice)
    },
    onGap(topic) {
      const subscription = subscriptions.get(topic)
      if (!subscription) return
      // What is being read at this moment may be the state before the gap.
      subscription.heard = Number.POSITIVE_INFINITY
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
        const asked = [...behind].slice(0, pageTopics).flatMap((topic) => {
          const subscription = subscriptions.get(topic)
          if (!subscription) return []
          // Whatever was heard of so far is in the mailbox.
          subscription.heard = 0
          return [{ topic, subscription, after: subscription.sent }]
        })
        const pages = await mailbox.read({
          clientId,
          from: asked,
          maxMessages: pageMessages,
          maxBytes: pageBytes,
          now: now(),
        })
        pages.forEach((page, index) => {
          const { topic, subscription } = asked[index] as (typeof asked)[number]
          // It may have been given up, or begun anew, meanwhile.
          if (!closed && subscriptions.get(topic) === subscription) takePage(page, subscription)
        })
      }
    } catch (error) {
      onError(error)
      setTimeout(flush, retryMs).unref()
    } finally {
      reading = false
    }
  }

  function takePage({ topic, messages, last, more }: MailboxPage, subscription: Subscription): void {
    for (const message of messages) {
      subscription.sent = message.seq
      push({ topic, ...message })
    }
    // To the end of the line, so that topics with much waiting let the others pass.
    behind.delete(topic)
    if (!more) subscription.sent = Math.max(subscription.sent, last)
    if (more || subscription.heard > subscription.sent) fallBehind(topic, subscription)
    else subscription.behind = false
  }

  function unsubscribe(topic: string): void {
    if (!subscriptions.delete(topic)) return
    behind.delete(topic)
    topics.leave(topic, listener)
  }

  return {
    async subscribe(names) {
      const joined = [...new Set(names)]
      for (const topic of joined) {
        // Also where it was subscribed before: what has not been acknowledged comes again.
        subscriptions.set(topic, { sent: 0, heard: 0, behind: true })
        behind.delete(topic)
      }
      try {
        await Promise.all(joined.map((topic) => topics.join(topic, listener)))
      } catch (error) {
        for (const topic of joined) unsubscribe(topic)
        throw error
      }
      // The line may have been cut meanwhile: nobody would leave for it any more.
      if (closed) for (const topic of joined) topics.leave(topic, listener)
      else for (const topic of joined) if (subscriptions.has(topic)) behind.add(topic)
    },
    unsubscribe,
    flush,
    acknowledge(pushId, received) {
      const push = unacknowledged.get(pushId)
      if (!push) return false
      unacknowledged.delete(pushId)
      if (received) mailbox.acknowledge({ ...push, clientId }).catch(onError)
      return true
    },
    pushed: (pushId) => unacknowledged.get(pushId),
    subscriptionId,
    get topics() {
      return subscriptions.size
    },
    close() {
      closed = true
      for (const topic of [...subscriptions.keys()]) topics.leave(topic, listener)
      subscriptions.clear()
      behind.clear()
    },
  }
}
