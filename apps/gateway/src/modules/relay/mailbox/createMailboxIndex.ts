import type {
  Added,
  MailboxLimits,
  MailboxPage,
  MailboxStore,
  NewMessage,
  StoredMessage,
} from './MailboxStore.ts'

/** A message as the index has it. `message` is undefined where the text has been left to the journal. */
export type IndexEntry = Omit<StoredMessage, 'message'> & {
  topic: string
  message: string | undefined
  bytes: number
  /** Clients that have acknowledged it. */
  receivers: string[]
}

/** Writes down what the index does, so that it can be made again. */
export type MailboxJournal = {
  onAdd(message: NewMessage & { seq: number }): void
  onReceipt(seq: number, clientId: string): void
  onDrop(seq: number): void
  /** The text of a message that was added. */
  text(seq: number): string
}

/** What a mailbox does, without waiting; see `MailboxStore` for the words. */
export type MailboxIndex = {
  add(message: NewMessage): Added
  read(query: Parameters<MailboxStore['read']>[0]): MailboxPage[]
  acknowledge(receipt: { topic: string; id: string; clientId: string }): void
  stats(now: number): { messages: number; bytes: number; oldest: number | undefined }
  /** Forgets what has expired. */
  sweep(now: number): void
  /** Takes back what a journal has kept; in order of places. */
  restore(entry: IndexEntry): void
}

/** Messages of a topic by id, in order. `soonest` is when the first of them expires. */
type Topic = { entries: Map<string, IndexEntry>; bytes: number; last: number; soonest: number }

/**
 * The mailbox as it stands in memory: who has to get what. With a journal, texts that somebody has acknowledged are left to
 * it, as few will ask for them again; then a message takes about 400 bytes here.
 */
export function createMailboxIndex({
  limits,
  journal,
}: {
  limits: MailboxLimits
  journal?: MailboxJournal | undefined
}): MailboxIndex {
  const topics = new Map<string, Topic>()
  let lastSeq = 0

  function put(entry: IndexEntry): void {
    const topic = topics.get(entry.topic) ?? { entries: new Map(), bytes: 0, last: 0, soonest: Infinity }
    topics.set(entry.topic, topic)
    topic.entries.set(entry.id, entry)
    topic.bytes += entry.bytes
    topic.last = entry.seq
    topic.soonest = Math.min(topic.soonest, entry.expiresAt)
    lastSeq = Math.max(lastSeq, entry.seq)
  }

  function keepOnly(topic: Topic, keep: (entry: IndexEntry) => boolean): void {
    topic.soonest = Infinity
    for (const entry of topic.entries.values()) {
      if (keep(entry)) {
        topic.soonest = Math.min(topic.soonest, entry.expiresAt)
        continue
      }
      topic.entries.delete(entry.id)
      topic.bytes -= entry.bytes
      journal?.onDrop(entry.seq)
    }
  }

  function living(name: string, now: number): Topic | undefined {
    const topic = topics.get(name)
    if (!topic) return undefined
    if (topic.soonest <= now) keepOnly(topic, ({ expiresAt }) => expiresAt > now)
    if (topic.entries.size > 0) return topic
    topics.delete(name)
    return undefined
  }

  return {
    add(message) {
      const topic = living(message.topic, message.publishedAt)
      const known = topic?.entries.get(message.id)
      if (known) return { status: 'known', seq: known.seq, previous: known.seq }
      const bytes = message.message.length
      const previous = topic?.last ?? 0
      const fits = () =>
        (topic?.entries.size ?? 0) < limits.messages && (topic?.bytes ?? 0) + bytes <= limits.bytes
      if (!fits() && topic) {
        const spare = Math.ceil(limits.messages / 8)
        let dropped = 0
        keepOnly(topic, ({ receivers }) => receivers.length === 0 || dropped++ >= spare)
      }
      if (!fits()) return { status: 'full' }
      const seq = lastSeq + 1
      put({ ...message, seq, bytes, receivers: [] })
      journal?.onAdd({ ...message, seq })
      return { status: 'added', seq, previous }
    },

    read({ clientId, from, maxMessages, maxBytes, now }) {
      let messagesLeft = maxMessages
      let bytesLeft = maxBytes
      return from.map(({ topic: name, after }) => {
        const topic = living(name, now)
        const messages: StoredMessage[] = []
        let more = false
        for (const entry of topic?.entries.values() ?? []) {
          const { seq, publisher, receivers } = entry
          if (seq <= after || publisher === clientId || receivers.includes(clientId)) continue
          more = messagesLeft <= 0 || bytesLeft <= 0
          if (more) break
          messages.push(toMessage(entry))
          messagesLeft -= 1
          bytesLeft -= entry.bytes
        }
        return { topic: name, messages, last: topic?.last ?? 0, more }
      })
    },

    acknowledge({ topic, id, clientId }) {
      const entry = topics.get(topic)?.entries.get(id)
      if (!entry || entry.receivers.includes(clientId)) return
      entry.receivers.push(clientId)
      if (journal) entry.message = undefined
      journal?.onReceipt(entry.seq, clientId)
    },

    stats(now) {
      let messages = 0
      let bytes = 0
      let oldest: number | undefined
      for (const name of topics.keys()) {
        const topic = living(name, now)
        if (!topic) continue
        messages += topic.entries.size
        bytes += topic.bytes
        const first = topic.entries.values().next().value?.publishedAt ?? Infinity
        oldest = Math.min(oldest ?? Infinity, first)
      }
      return { messages, bytes, oldest }
    },

    sweep(now) {
      for (const name of topics.keys()) living(name, now)
    },

    restore: put,
  }

  function toMessage({ topic: _, bytes: __, receivers: ___, ...entry }: IndexEntry): StoredMessage {
    // Without a journal texts stay.
    return { ...entry, message: entry.message ?? (journal as MailboxJournal).text(entry.seq) }
  }
}
