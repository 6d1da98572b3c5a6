import type {
  AddResult,
  MailboxLimits,
  MailboxPage,
  MailboxStore,
  NewMessage,
  StoredMessage,
} from './MailboxStore.ts'

/** A message in the index. `message` is undefined if only the journal still holds the text. */
export type IndexEntry = Omit<StoredMessage, 'message'> & {
  topic: string
  message: string | undefined
  bytes: number
  /** Client IDs that have acknowledged the message. */
  receivers: string[]
}

/** Records the changes of the index, so that it can be restored. */
export type MailboxJournal = {
  onAdd(message: NewMessage & { seq: number }): void
  onReceipt(seq: number, clientId: string): void
  onDrop(seq: number): void
  /** Returns the text of a message that was added. */
  text(seq: number): string
}

/** The synchronous operations of a mailbox; see `MailboxStore`. */
export type MailboxIndex = {
  add(message: NewMessage): AddResult
  read(query: Parameters<MailboxStore['read']>[0]): MailboxPage[]
  acknowledge(receipt: { topic: string; id: string; clientId: string }): void
  stats(now: number): { messages: number; bytes: number; oldest: number | undefined }
  /** Deletes expired messages. */
  sweep(now: number): void
  /** Restores a message from the journal. Call in ascending order of `seq`. */
  restore(entry: IndexEntry): void
}

/**
 * Messages of a topic by ID, in order. `nextExpiry` is when the first of them expires (milliseconds since the epoch).
 */
type Topic = { entries: Map<string, IndexEntry>; bytes: number; last: number; nextExpiry: number }

/**
 * Creates the in-memory index of a mailbox. With a journal, the texts of acknowledged messages are dropped from memory
 * and read from the journal, as they are rarely needed again; such a message then takes about 400 bytes.
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
    const topic = topics.get(entry.topic) ?? { entries: new Map(), bytes: 0, last: 0, nextExpiry: Infinity }
    topics.set(entry.topic, topic)
    topic.entries.set(entry.id, entry)
    topic.bytes += entry.bytes
    topic.last = entry.seq
    topic.nextExpiry = Math.min(topic.nextExpiry, entry.expiresAt)
    lastSeq = Math.max(lastSeq, entry.seq)
  }

  function retain(topic: Topic, keep: (entry: IndexEntry) => boolean): void {
    topic.nextExpiry = Infinity
    for (const entry of topic.entries.values()) {
      if (keep(entry)) {
        topic.nextExpiry = Math.min(topic.nextExpiry, entry.expiresAt)
        continue
      }
      topic.entries.delete(entry.id)
      topic.bytes -= entry.bytes
      journal?.onDrop(entry.seq)
    }
  }

  function liveTopic(name: string, now: number): Topic | undefined {
    const topic = topics.get(name)
    if (!topic) return undefined
    if (topic.nextExpiry <= now) retain(topic, ({ expiresAt }) => expiresAt > now)
    if (topic.entries.size > 0) return topic
    topics.delete(name)
    return undefined
  }

  return {
    add(message) {
      const topic = liveTopic(message.topic, message.publishedAt)
      const duplicate = topic?.entries.get(message.id)
      if (duplicate) return { status: 'duplicate', seq: duplicate.seq, previous: duplicate.seq }
      const bytes = message.message.length
      const previous = topic?.last ?? 0
      const fits = () =>
        (topic?.entries.size ?? 0) < limits.messages && (topic?.bytes ?? 0) + bytes <= limits.bytes
      if (!fits() && topic) {
        const maxDropped = Math.ceil(limits.messages / 8)
        let dropped = 0
        retain(topic, ({ receivers }) => receivers.length === 0 || dropped++ >= maxDropped)
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
        const topic = liveTopic(name, now)
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
        const topic = liveTopic(name, now)
        if (!topic) continue
        messages += topic.entries.size
        bytes += topic.bytes
        const first = topic.entries.values().next().value?.publishedAt ?? Infinity
        oldest = Math.min(oldest ?? Infinity, first)
      }
      return { messages, bytes, oldest }
    },

    sweep(now) {
      for (const name of topics.keys()) liveTopic(name, now)
    },

    restore: put,
  }

  function toMessage({ topic: _, bytes: __, receivers: ___, ...entry }: IndexEntry): StoredMessage {
    // Without a journal, texts are never dropped.
    return { ...entry, message: entry.message ?? (journal as MailboxJournal).text(entry.seq) }
  }
}
