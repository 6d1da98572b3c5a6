import { BoundedMap } from '@portico/server'
import type { Notice } from './fanout/Fanout.ts'

/** A message to push. */
export type OutgoingMessage = Omit<Notice, 'previous'>

/**
 * Pushes the messages of each topic one at a time: the next one after the receipt of the one before, or after
 * `receiptMs` without it. Clients of the 2.17 line process messages that arrive together concurrently, and could end in
 * an older state. Topics do not wait for each other.
 */
export type Outbox = {
  /** Pushes a message, or stores it until the messages of its topic before it have been pushed. */
  add(message: OutgoingMessage): void
  /** Drops the messages of a topic that have not been pushed yet. */
  remove(topic: string): void
  /** Whether the next message of the topic would be pushed at once. */
  isIdle(topic: string): boolean
  /** Records a receipt or an error response. Returns the topic and message hash of the push, if one has this ID. */
  acknowledge(pushId: number): { topic: string; id: string } | undefined
  /** Returns the topic and message hash of a push. */
  pushed(pushId: number): { topic: string; id: string } | undefined
  /** Memory that the messages take that have not been pushed yet, in bytes. */
  readonly waitingBytes: number
  close(): void
}

/** A topic whose last push has no receipt yet, and the messages after it. */
type BusyTopic = { pushId: number; timer: NodeJS.Timeout; waiting: OutgoingMessage[] }

/** Limit of pushes that await a receipt. Older ones count as lost and are pushed again with the next subscription. */
const maxUnacknowledged = 10_000
/** Memory that a waiting message takes besides its text. */
const messageOverhead = 512

/** Creates the outbox of one connection. */
export function createOutbox({
  send,
  writable,
  onIdle,
  receiptMs,
  now,
}: {
  /** Sends a push with this ID. */
  send(pushId: number, message: OutgoingMessage): void
  /** Whether the socket accepts more. */
  writable(): boolean
  /**
   * Called when a topic accepts its next message at once. `dropped` is the first message that was dropped with all
   * after it because the socket did not accept more.
   */
  onIdle(topic: string, dropped: OutgoingMessage | undefined): void
  receiptMs: number
  now: () => number
}): Outbox {
  const busyTopics = new Map<string, BusyTopic>()
  const unacknowledged = new BoundedMap<number, { topic: string; id: string }>({ max: maxUnacknowledged })
  let lastPushId = 0
  let waitingBytes = 0

  function push(message: OutgoingMessage, waiting: OutgoingMessage[]): void {
    const { topic, id } = message
    // At most 16 digits: clients parse IDs as doubles and would acknowledge a longer one with a rounded ID.
    lastPushId = Math.max(lastPushId + 1, now() * 1000)
    unacknowledged.set(lastPushId, { topic, id })
    const timer = setTimeout(() => pushNext(topic), receiptMs).unref()
    busyTopics.set(topic, { pushId: lastPushId, timer, waiting })
    send(lastPushId, message)
  }

  function pushNext(topic: string): void {
    const busy = busyTopics.get(topic)
    if (!busy) return
    clearTimeout(busy.timer)
    const [next] = busy.waiting
    if (next && writable()) {
      busy.waiting.shift()
      waitingBytes -= memoryOf(next)
      push(next, busy.waiting)
      return
    }
    remove(topic)
    onIdle(topic, next)
  }

  function remove(topic: string): void {
    const busy = busyTopics.get(topic)
    if (!busy) return
    clearTimeout(busy.timer)
    for (const message of busy.waiting) waitingBytes -= memoryOf(message)
    busyTopics.delete(topic)
  }

  return {
    add(message) {
      const busy = busyTopics.get(message.topic)
      if (!busy) return push(message, [])
      busy.waiting.push(message)
      waitingBytes += memoryOf(message)
    },
    remove,
    isIdle: (topic) => !busyTopics.has(topic),
    acknowledge(pushId) {
      const push = unacknowledged.get(pushId)
      if (!push) return undefined
      unacknowledged.delete(pushId)
      if (busyTopics.get(push.topic)?.pushId === pushId) pushNext(push.topic)
      return push
    },
    pushed: (pushId) => unacknowledged.get(pushId),
    get waitingBytes() {
      return waitingBytes
    },
    close() {
      for (const { timer } of busyTopics.values()) clearTimeout(timer)
      busyTopics.clear()
    },
  }
}

function memoryOf({ message, attestation = '' }: OutgoingMessage): number {
  return message.length + attestation.length + messageOverhead
}
