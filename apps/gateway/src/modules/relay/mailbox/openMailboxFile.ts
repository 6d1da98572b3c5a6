import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { createMailboxIndex, type MailboxIndex, type MailboxJournal } from './createMailboxIndex.ts'
import type { SqliteMailboxSetup, SqliteMailboxTask, SqliteMailboxTasks } from './SqliteMailboxTasks.ts'

const schemaVersion = 2
// There is no index by topic or ID: it would spread writes over as many pages as there are topics, which makes flushes
// slow. Rows are only appended; the lookup structures are in memory. The texts are the last columns, so that the start
// reads the others without the pages that only hold text.
const messagesTable = `
  create table messages (
    seq integer primary key,
    topic text not null,
    id text not null,
    publisher text not null,
    project text not null,
    address text not null,
    bytes integer not null,
    tag integer not null,
    published_at integer not null,
    expires_at integer not null,
    delete_at integer not null,
    attestation text,
    message text not null
  ) strict;
`
const receiptsTable =
  'create table receipts (seq integer not null, client text not null, primary key (seq, client)) strict, without rowid;'
// Version 1 stored neither project nor address: its messages count towards those with empty names, and the total.
const fromVersion1 = `
  alter table messages rename to messages_1;
  ${messagesTable}
  insert into messages select
    seq, topic, id, publisher, '', '', octet_length(message) + coalesce(octet_length(attestation), 0),
    tag, published_at, expires_at, expires_at, attestation, message from messages_1;
  drop table messages_1;
`
/** Scripts that bring a file of each older version to the current one; version 0 is an empty file. */
const migrations = [`${messagesTable} ${receiptsTable}`, fromVersion1]
/** Size to which the write-ahead log is truncated after a checkpoint. */
const maxLogBytes = 16 * 1024 * 1024

/** Opens the mailbox file. `run` executes a batch of calls as one transaction, with one flush to disk. */
export function openMailboxFile({ file, limits, isExclusive }: SqliteMailboxSetup): {
  run(batch: readonly SqliteMailboxTask[]): unknown[]
  close(): void
} {
  const database = new DatabaseSync(file, { timeout: 5000 })
  // What is stored is also in memory: a second process would not see it.
  if (isExclusive) database.exec('pragma locking_mode = exclusive')
  database.exec(
    `pragma journal_mode = wal; pragma synchronous = full; pragma journal_size_limit = ${maxLogBytes};`,
  )
  const version = Number(database.prepare('pragma user_version').get()?.user_version)
  if (version > schemaVersion)
    throw new Error(`The mailbox ${file} was created by a newer version of the gateway. Run that version.`)
  const migration = migrations[version]
  if (migration) database.exec(`begin; ${migration} pragma user_version = ${schemaVersion}; commit`)

  const sql = (text: string) => database.prepare(text)
  const journal = createJournal(sql)
  const load = () => loadIndex({ sql, index: createMailboxIndex({ limits, journal }) })
  let index = load()

  const tasks: SqliteMailboxTasks = {
    add: (message) => index.add(message),
    read: (query) => index.read(query),
    acknowledge: (receipt) => index.acknowledge(receipt),
    stats: ({ now }) => index.stats(now),
    sweep: ({ now }) => index.sweep(now),
  }

  return {
    run(batch) {
      database.exec('begin immediate')
      try {
        const results = batch.map(([name, parameters]) =>
          (tasks[name] as (parameters: unknown) => unknown)(parameters),
        )
        database.exec('commit')
        return results
      } catch (error) {
        if (database.isTransaction) database.exec('rollback')
        // Restore the in-memory index to the state on disk, which was rolled back.
        index = load()
        throw error
      }
    },
    close: () => database.close(),
  }
}

function createJournal(sql: (text: string) => StatementSync): MailboxJournal {
  const insert = sql(
    'insert into messages (seq, topic, id, publisher, project, address, bytes, tag, published_at, expires_at, delete_at, attestation, message) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const note = sql('insert into receipts (seq, client) values (?, ?)')
  const delay = sql('update messages set delete_at = ? where seq = ?')
  const drop = sql('delete from messages where seq = ?')
  const dropReceipts = sql('delete from receipts where seq = ?')
  const select = sql('select message, attestation from messages where seq = ?')
  return {
    onAdd(record, { message, attestation }) {
      const { seq, topic, id, publisher, project, address, bytes, tag } = record
      const { publishedAt, expiresAt, deleteAt } = record
      insert.run(
        ...[seq, topic, id, publisher, project, address, bytes, tag],
        ...[publishedAt, expiresAt, deleteAt, attestation ?? null, message],
      )
    },
    onReceipt(seq, clientId) {
      note.run(seq, clientId)
    },
    onDelay(seq, deleteAt) {
      delay.run(deleteAt, seq)
    },
    onDrop(seq) {
      drop.run(seq)
      dropReceipts.run(seq)
    },
    texts(seq) {
      const row = select.get(seq)
      const attestation = row?.attestation ?? undefined
      return {
        message: String(row?.message),
        attestation: attestation === undefined ? undefined : String(attestation),
      }
    },
  }
}

function loadIndex({
  sql,
  index,
}: {
  sql: (text: string) => StatementSync
  index: MailboxIndex
}): MailboxIndex {
  const receivers = new Map<number, string[]>()
  for (const { seq, client } of sql('select seq, client from receipts').iterate()) {
    const clients = receivers.get(Number(seq))
    if (clients) clients.push(String(client))
    else receivers.set(Number(seq), [String(client)])
  }
  const rows = sql(
    'select seq, topic, id, publisher, project, address, bytes, tag, published_at, expires_at, delete_at from messages order by seq',
  )
  for (const row of rows.iterate()) {
    index.restore({
      seq: Number(row.seq),
      topic: String(row.topic),
      id: String(row.id),
      publisher: String(row.publisher),
      project: String(row.project),
      address: String(row.address),
      bytes: Number(row.bytes),
      tag: Number(row.tag),
      publishedAt: Number(row.published_at),
      expiresAt: Number(row.expires_at),
      deleteAt: Number(row.delete_at),
      receivers: receivers.get(Number(row.seq)) ?? [],
    })
  }
  return index
}
