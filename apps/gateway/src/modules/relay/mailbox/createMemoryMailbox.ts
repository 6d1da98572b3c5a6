import { defaultMailboxLimits } from './defaultMailboxLimits.ts'
import type { MailboxLimits, MailboxStore, StoredMessage } from './MailboxStore.ts'

type Entry = StoredMessage & { receivers: Set<string> }
/** Messages by id, in order; `soonest` is when the first of them expires. */
type Topic = { entries: Map<string, Entry>; bytes: number; last: number; soonest: number }

/**
 * Keeps messages in the process: for tests, and as the measure of what storing costs. A restart loses them.
 *
 * @example
 * const mailbox = createMemoryMailbox()
 */
export function createMemoryMailbox({
  limits = defaultMailboxLimits,
  now = Date.now,
}: {
  limits?: MailboxLimits
  now?: () => number
} = {}): MailboxStore {
  const topics = new Map<string, Topic>()
  let lastSeq = 0

  function living(name: string): Topic | undefined {
    const topic = topics.get(name)
    if (!topic) return undefined
    const at = now()
    if (topic.soonest <= at) keepOnly(topic, ({ expiresAt }) => expiresAt > at)
    if (topic.entries.size > 0) return topic
    topics.delete(name)
    return undefined
  }

  return {
    async add({ topic: name, ...message }) {
      const topic = living(name) ?? { entries: new Map(), bytes: 0, last: 0, soonest: Infinity }
      const known = topic.entries.get(message.id)
      if (known) return { status: 'known', seq: known.seq, previous: known.seq }
      const previous = topic.last
      const fits = () =>
        topic.entries.size < limits.messages && topic.bytes + message.message.length <= limits.bytes
      if (!fits()) {
        const spare = Math.ceil(limits.messages / 8)
        let dropped = 0
        keepOnly(topic, ({ receivers }) => receivers.size === 0 || dropped++ >= spare)
        if (!fits()) return { status: 'full' }
      }
      lastSeq += 1
      topic.entries.set(message.id, { ...message, seq: lastSeq, receivers: new Set() })
      topic.bytes += message.message.length
      topic.last = lastSeq
      topic.soonest = Math.min(topic.soonest, message.expiresAt)
      topics.set(name, topic)
      return { status: 'added', seq: lastSeq, previous }
    },

    async read({ clientId, from, maxMessages, maxBytes }) {
      let messagesLeft = maxMessages
      let bytesLeft = maxBytes
      return from.map(({ topic: name, after }) => {
        const topic = living(name)
        const wanted = [...(topic?.entries.values() ?? [])].filter(
          ({ seq, publisher, receivers }) =>
            seq > after && publisher !== clientId && !receivers.has(clientId),
        )
        const messages: StoredMessage[] = []
        for (const { receivers: _, ...message } of wanted) {
          if (messagesLeft <= 0 || bytesLeft <= 0) break
          messages.push(message)
          messagesLeft -= 1
          bytesLeft -= message.message.length
        }
        return { topic: name, messages, last: topic?.last ?? 0, more: messages.length < wanted.length }
      })
    },

    async acknowledge({ topic, id, clientId }) {
      topics.get(topic)?.entries.get(id)?.receivers.add(clientId)
    },

    async stats() {
      let messages = 0
      let bytes = 0
      let oldest: number | undefined
      for (const name of [...topics.keys()]) {
        const topic = living(name)
        messages += topic?.entries.size ?? 0
        bytes += topic?.bytes ?? 0
        const first = topic?.entries.values().next().value?.publishedAt
        if (first !== undefined) oldest = Math.min(oldest ?? first, first)
      }
      return { messages, bytes, oldest }
    },

    async close() {},
  }
}

function keepOnly(topic: Topic, keep: (entry: Entry) => boolean): void {
  topic.bytes = 0
  topic.soonest = Infinity
  for (const entry of [...topic.entries.values()]) {
    if (!keep(entry)) {
      topic.entries.delete(entry.id)
      continue
    }
    topic.bytes += entry.message.length
    topic.soonest = Math.min(topic.soonest, entry.expiresAt)
  }
}
