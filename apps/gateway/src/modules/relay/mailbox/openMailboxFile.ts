import { DatabaseSync } from 'node:sqlite'
import type { StoredMessage } from './MailboxStore.ts'
import type { SqliteMailboxSetup, SqliteMailboxTask, SqliteMailboxTasks } from './SqliteMailboxTasks.ts'

const schemaVersion = 1
const schema = `
  create table messages (
    seq integer primary key autoincrement,
    topic text not null,
    id text not null,
    publisher text not null,
    message text not null,
    bytes integer not null,
    tag integer not null,
    attestation text,
    published_at integer not null,
    expires_at integer not null,
    unique (topic, id)
  ) strict;
  create index messages_topic on messages (topic, seq);
  create index messages_expiry on messages (expires_at);
  create table receipts (
    seq integer not null references messages (seq) on delete cascade,
    client text not null,
    primary key (seq, client)
  ) strict, without rowid;
`
/** What is remembered of the topics used last, so that a message costs one insert. */
const knownTopics = 20_000
const sweptAtOnce = 2000

type Topic = { messages: number; bytes: number; last: number }

/** The mailbox file, for the thread that holds it. Runs a batch of calls as one transaction: one flush to the disk. */
export function openMailboxFile({ file, limits }: SqliteMailboxSetup): {
  run(batch: readonly SqliteMailboxTask[]): unknown[]
  close(): void
} {
  const database = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true })
  database.exec('pragma journal_mode = wal; pragma synchronous = full;')
  const [version] = database.prepare('pragma user_version').all()
  if (Number(version?.user_version) > schemaVersion)
    throw new Error(`The mailbox ${file} was made by a newer gateway. Run that one.`)
  if (Number(version?.user_version) === 0)
    database.exec(`begin; ${schema} pragma user_version = ${schemaVersion}; commit`)

  const sql = (text: string) => database.prepare(text)
  const find = sql('select seq from messages where topic = ? and id = ? and expires_at > ?')
  const forget = sql('delete from messages where topic = ? and id = ?')
  const insert = sql(
    'insert into messages (topic, id, publisher, message, bytes, tag, attestation, published_at, expires_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const measure = sql(
    'select count(*) as messages, coalesce(sum(bytes), 0) as bytes, coalesce(max(seq), 0) as last from messages where topic = ?',
  )
  const evictExpired = sql('delete from messages where topic = ? and expires_at <= ?')
  const evict = sql(
    'delete from messages where seq in (select seq from messages as m where topic = ? and exists (select 1 from receipts where seq = m.seq) order by seq limit ?)',
  )
  const page = sql(
    'select seq, id, publisher, message, tag, attestation, published_at, expires_at from messages as m where topic = ? and seq > ? and publisher <> ? and expires_at > ? and not exists (select 1 from receipts where seq = m.seq and client = ?) order by seq',
  )
  const newest = sql('select coalesce(max(seq), 0) as last from messages where topic = ?')
  const note = sql(
    'insert into receipts (seq, client) select seq, ? from messages where topic = ? and id = ? on conflict do nothing',
  )
  const count = sql(
    'select count(*) as messages, coalesce(sum(bytes), 0) as bytes, min(published_at) as oldest from messages where expires_at > ?',
  )
  const sweep = sql(
    'delete from messages where seq in (select seq from messages where expires_at <= ? limit ?) returning topic',
  )

  const topics = new Map<string, Topic>()

  function topicOf(name: string): Topic {
    let topic = topics.get(name)
    if (topic) topics.delete(name)
    else topic = measure.get(name) as Topic
    topics.set(name, topic)
    if (topics.size > knownTopics) topics.delete(topics.keys().next().value as string)
    return topic
  }

  const tasks: SqliteMailboxTasks = {
    add({ topic: name, id, publisher, message, tag, attestation, publishedAt, expiresAt }) {
      const known = find.get(name, id, publishedAt)
      if (known) return { status: 'known', seq: Number(known.seq), previous: Number(known.seq) }
      const bytes = message.length
      let topic = topicOf(name)
      const previous = topic.last
      // The same message once more after it has expired, and has not been swept away yet.
      if (forget.run(name, id).changes) topic = remeasure(name)
      const fits = () => topic.messages < limits.messages && topic.bytes + bytes <= limits.bytes
      if (!fits()) {
        evictExpired.run(name, publishedAt)
        topic = remeasure(name)
      }
      if (!fits()) {
        evict.run(name, Math.ceil(limits.messages / 8))
        topic = remeasure(name)
      }
      if (!fits()) return { status: 'full' }
      const { lastInsertRowid } = insert.run(
        ...[name, id, publisher, message, bytes, tag, attestation ?? null, publishedAt, expiresAt],
      )
      const seq = Number(lastInsertRowid)
      topic.messages += 1
      topic.bytes += bytes
      topic.last = seq
      return { status: 'added', seq, previous }
    },

    read({ clientId, from, maxMessages, maxBytes, now }) {
      let messagesLeft = maxMessages
      let bytesLeft = maxBytes
      return from.map(({ topic, after }) => {
        const messages: StoredMessage[] = []
        let more = false
        for (const row of page.iterate(topic, after, clientId, now, clientId)) {
          more = messagesLeft <= 0 || bytesLeft <= 0
          if (more) break
          const message = toMessage(row)
          messages.push(message)
          messagesLeft -= 1
          bytesLeft -= message.message.length
        }
        return { topic, messages, last: Number(newest.get(topic)?.last), more }
      })
    },

    acknowledge({ topic, id, clientId }) {
      note.run(clientId, topic, id)
      return undefined
    },

    stats({ now }) {
      const { messages, bytes, oldest } = count.get(now) as Record<string, number | null>
      return { messages: messages ?? 0, bytes: bytes ?? 0, oldest: oldest ?? undefined }
    },

    sweep({ now }) {
      for (const { topic } of sweep.all(now, sweptAtOnce)) topics.delete(String(topic))
      return undefined
    },
  }

  function remeasure(name: string): Topic {
    topics.delete(name)
    return topicOf(name)
  }

  return {
    run(batch) {
      database.exec('begin immediate')
      try {
        const results = batch.map(([name, parameters]) =>
          (tasks[name] as (given: unknown) => unknown)(parameters),
        )
        database.exec('commit')
        return results
      } catch (error) {
        if (database.isTransaction) database.exec('rollback')
        topics.clear()
        throw error
      }
    },
    close: () => database.close(),
  }
}

function toMessage(row: Record<string, unknown>): StoredMessage {
  return {
    seq: Number(row.seq),
    id: String(row.id),
    publisher: String(row.publisher),
    message: String(row.message),
    tag: Number(row.tag),
    attestation: row.attestation === null ? undefined : String(row.attestation),
    publishedAt: Number(row.published_at),
    expiresAt: Number(row.expires_at),
  }
}
