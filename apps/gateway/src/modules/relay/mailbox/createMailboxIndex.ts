import type { MailboxLimits } from '../../../infra/config/RelayConfig.ts'
import { createUsages, type Usage } from './createUsages.ts'
import type {
  AddResult,
  MailboxPage,
  MailboxScope,
  MailboxStore,
  NewMessage,
  StoredMessage,
} from './MailboxStore.ts'
import { messageBytes } from './messageBytes.ts'
import { readTopicsLimit } from './readTopicsLimit.ts'

/** The parts of a message that are kept in the journal only, if there is one. */
export type MessageTexts = Pick<StoredMessage, 'message' | 'attestation'>

/** A message without its texts. */
export type IndexRecord = Omit<StoredMessage, keyof MessageTexts> & {
  topic: string
  project: string
  address: string
  /** Number of bytes of the texts. */
  bytes: number
  /**
   * When the message is deleted, in milliseconds since the epoch: before `expiresAt` while nobody has subscribed to its
   * topic.
   */
  deleteAt: number
  /** Client IDs that have acknowledged the message. */
  receivers: string[]
}

/** Records the changes of the index, so that it can be restored, and stores the texts. */
export type MailboxJournal = {
  onAdd(record: IndexRecord, texts: MessageTexts): void
  onReceipt(seq: number, clientId: string): void
  onDelay(seq: number, deleteAt: number): void
  onDrop(seq: number): void
  /** Returns the texts of a message that was added. */
  texts(seq: number): MessageTexts
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
  restore(record: IndexRecord): void
}

type Entry = Omit<IndexRecord, 'topic' | 'project' | 'address'> & {
  topic: Topic
  usages: readonly Usage<Entry>[]
  /** Undefined if the journal holds the texts. */
  texts: MessageTexts | undefined
}

/**
 * Messages of a topic by ID, in order. `nextDelete` is when the first of them is deleted (milliseconds since the
 * epoch); `shortened`, whether some are deleted before they expire.
 */
type Topic = {
  name: string
  entries: Map<string, Entry>
  bytes: number
  last: number
  nextDelete: number
  shortened: boolean
}

/** Milliseconds between two searches of all topics for expired messages while a budget is used up. */
const sweepMs = 1000

/**
 * Creates the in-memory index of a mailbox. With a journal, it holds about 600 bytes per message, and no texts: a
 * message that is pushed at once needs no read, and the others are read from the journal.
 */
export function createMailboxIndex({
  limits,
  journal,
}: {
  limits: MailboxLimits
  journal?: MailboxJournal | undefined
}): MailboxIndex {
  const topics = new Map<string, Topic>()
  const usages = createUsages<Entry>({ limits })
  /** Topics that clients have read, the latest last. */
  const readTopics = new Set<string>()
  let lastSeq = 0
  let sweptAt = 0

  function put(record: IndexRecord, owners: Entry['usages'], texts: MessageTexts | undefined): void {
    const { seq, id, publisher, tag, publishedAt, expiresAt, deleteAt, bytes, receivers } = record
    const topic = topics.get(record.topic) ?? createTopic(record.topic)
    // Written out, because V8 needs less memory for objects of one literal than for copies. The sender is in `usages`.
    const entry: Entry = {
      topic,
      seq,
      id,
      publisher,
      tag,
      publishedAt,
      expiresAt,
      deleteAt,
      bytes,
      receivers,
      usages: owners,
      texts,
    }
    topics.set(topic.name, topic)
    topic.entries.set(entry.id, entry)
    topic.bytes += entry.bytes
    topic.last = entry.seq
    topic.nextDelete = Math.min(topic.nextDelete, entry.deleteAt)
    topic.shortened ||= entry.deleteAt < entry.expiresAt
    usages.add(entry)
    if (entry.receivers.length > 0) usages.acknowledge(entry)
    lastSeq = Math.max(lastSeq, entry.seq)
  }

  function drop(entry: Entry): void {
    entry.topic.entries.delete(entry.id)
    entry.topic.bytes -= entry.bytes
    usages.remove(entry)
    journal?.onDrop(entry.seq)
  }

  function liveTopic(name: string, now: number): Topic | undefined {
    const topic = topics.get(name)
    if (!topic) return undefined
    if (topic.nextDelete <= now) {
      for (const entry of topic.entries.values()) if (entry.deleteAt <= now) drop(entry)
      topic.nextDelete = firstDelete(topic)
    }
    if (topic.entries.size > 0) return topic
    topics.delete(name)
    return undefined
  }

  function sweep(now: number): void {
    sweptAt = now
    for (const name of topics.keys()) liveTopic(name, now)
  }

  /** Drops acknowledged messages until another one fits in. Returns the budget that does not allow it, if any. */
  function makeRoom(message: NewMessage, owners: Entry['usages'], bytes: number): MailboxScope | undefined {
    if (!makeRoomInTopic(topics.get(message.topic) ?? createTopic(message.topic), bytes)) return 'topic'
    for (const usage of owners) {
      if (usages.fits(usage, bytes)) continue
      if (Math.abs(message.publishedAt - sweptAt) >= sweepMs) sweep(message.publishedAt)
      for (const entry of usage.acknowledged) {
        if (usages.fits(usage, bytes)) break
        drop(entry)
      }
      if (!usages.fits(usage, bytes)) return usage.scope
    }
    return undefined
  }

  function makeRoomInTopic(topic: Topic, bytes: number): boolean {
    const { messages, bytes: maxBytes } = limits.topic
    const fits = () => topic.entries.size < messages && topic.bytes + bytes <= maxBytes
    if (fits()) return true
    // Several at once, because finding them means to walk the topic.
    let left = Math.ceil(messages / 8)
    for (const entry of topic.entries.values()) {
      if (left === 0) break
      if (entry.receivers.length === 0) continue
      drop(entry)
      left -= 1
    }
    return fits()
  }

  /** Keeps the messages of a topic until they expire, now that a client has subscribed. */
  function lengthen(topic: Topic): void {
    for (const entry of topic.entries.values()) {
      if (entry.deleteAt === entry.expiresAt) continue
      entry.deleteAt = entry.expiresAt
      journal?.onDelay(entry.seq, entry.deleteAt)
    }
    topic.shortened = false
    topic.nextDelete = firstDelete(topic)
  }

  function onRead(name: string, now: number): Topic | undefined {
    readTopics.delete(name)
    readTopics.add(name)
    if (readTopics.size > readTopicsLimit) readTopics.delete(readTopics.values().next().value as string)
    const topic = liveTopic(name, now)
    if (topic?.shortened) lengthen(topic)
    return topic
  }

  return {
    add(message) {
      const { subscribed, message: text, attestation, ...fields } = message
      const { publishedAt, expiresAt } = fields
      const known = liveTopic(fields.topic, publishedAt)
      const duplicate = known?.entries.get(fields.id)
      if (duplicate) return { status: 'duplicate', seq: duplicate.seq, previous: duplicate.seq }
      const previous = known?.last ?? 0
      const bytes = messageBytes(message)
      const owners = usages.of(message)
      const full = makeRoom(message, owners, bytes)
      if (full) return { status: 'full', scope: full }
      const deleteAt =
        subscribed || readTopics.has(fields.topic)
          ? expiresAt
          : Math.min(expiresAt, publishedAt + limits.unsubscribedMs)
      const record: IndexRecord = { ...fields, seq: lastSeq + 1, bytes, deleteAt, receivers: [] }
      const texts = { message: text, attestation }
      put(record, owners, journal ? undefined : texts)
      journal?.onAdd(record, texts)
      return { status: 'added', seq: record.seq, previous }
    },

    read({ clientId, from, maxMessages, maxBytes, now }) {
      let messagesLeft = maxMessages
      let bytesLeft = maxBytes
      return from.map(({ topic: name, after }) => {
        const topic = onRead(name, now)
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
      usages.acknowledge(entry)
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

    sweep,

    restore: (record) => put(record, usages.of(record), undefined),
  }

  function toMessage({ seq, id, publisher, tag, publishedAt, expiresAt, texts }: Entry): StoredMessage {
    // Without a journal, the index holds the texts.
    const stored = texts ?? (journal as MailboxJournal).texts(seq)
    return { seq, id, publisher, tag, publishedAt, expiresAt, ...stored }
  }
}

function createTopic(name: string): Topic {
  return { name, entries: new Map(), bytes: 0, last: 0, nextDelete: Infinity, shortened: false }
}

function firstDelete({ entries }: Topic): number {
  let first = Infinity
  for (const { deleteAt } of entries.values()) first = Math.min(first, deleteAt)
  return first
}
