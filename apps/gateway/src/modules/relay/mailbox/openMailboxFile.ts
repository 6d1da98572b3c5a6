import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { createMailboxIndex, type MailboxIndex, type MailboxJournal } from './createMailboxIndex.ts'
import type { SqliteMailboxSetup, SqliteMailboxTask, SqliteMailboxTasks } from './SqliteMailboxTasks.ts'

const schemaVersion = 1
// No index by topic or id: each would be written in as many places as there are topics, which is what takes a disk its
// time. Rows are only ever added at the end, and who has to get what stands in memory.
const schema = `
  create table messages (
    seq integer primary key,
    topic text not null,
    id text not null,
    publisher text not null,
    message text not null,
    bytes integer not null,
    tag integer not null,
    attestation text,
    published_at integer not null,
    expires_at integer not null
  ) strict;
  create table receipts (seq integer not null, client text not null, primary key (seq, client)) strict, without rowid;
`

/** The mailbox file, for the thread that holds it. Runs a batch of calls as one transaction: one flush to the disk. */
export function openMailboxFile({ file, limits }: SqliteMailboxSetup): {
  run(batch: readonly SqliteMailboxTask[]): unknown[]
  close(): void
} {
  const database = new DatabaseSync(file, { timeout: 5000 })
  database.exec('pragma journal_mode = wal; pragma synchronous = full;')
  const [version] = database.prepare('pragma user_version').all()
  if (Number(version?.user_version) > schemaVersion)
    throw new Error(`The mailbox ${file} was made by a newer gateway. Run that one.`)
  if (Number(version?.user_version) === 0)
    database.exec(`begin; ${schema} pragma user_version = ${schemaVersion}; commit`)

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
          (tasks[name] as (given: unknown) => unknown)(parameters),
        )
        database.exec('commit')
        return results
      } catch (error) {
        if (database.isTransaction) database.exec('rollback')
        // What the disk did not take has not happened.
        index = load()
        throw error
      }
    },
    close: () => database.close(),
  }
}

function createJournal(sql: (text: string) => StatementSync): MailboxJournal {
  const insert = sql(
    'insert into messages (seq, topic, id, publisher, message, bytes, tag, attestation, published_at, expires_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const note = sql('insert into receipts (seq, client) values (?, ?)')
  const drop = sql('delete from messages where seq = ?')
  const dropReceipts = sql('delete from receipts where seq = ?')
  const text = sql('select message from messages where seq = ?')
  return {
    onAdd({ seq, topic, id, publisher, message, tag, attestation, publishedAt, expiresAt }) {
      insert.run(
        ...[seq, topic, id, publisher, message, message.length],
        ...[tag, attestation ?? null, publishedAt, expiresAt],
      )
    },
    onReceipt(seq, clientId) {
      note.run(seq, clientId)
    },
    onDrop(seq) {
      drop.run(seq)
      dropReceipts.run(seq)
    },
    text: (seq) => String(text.get(seq)?.message),
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
    const known = receivers.get(Number(seq))
    if (known) known.push(String(client))
    else receivers.set(Number(seq), [String(client)])
  }
  // Texts somebody has acknowledged stay where they are.
  const rows = sql(
    'select seq, topic, id, publisher, bytes, tag, attestation, published_at, expires_at, iif(exists (select 1 from receipts where seq = m.seq), null, message) as message from messages as m order by seq',
  )
  for (const row of rows.iterate()) {
    index.restore({
      seq: Number(row.seq),
      topic: String(row.topic),
      id: String(row.id),
      publisher: String(row.publisher),
      message: row.message === null ? undefined : String(row.message),
      bytes: Number(row.bytes),
      tag: Number(row.tag),
      attestation: row.attestation === null ? undefined : String(row.attestation),
      publishedAt: Number(row.published_at),
      expiresAt: Number(row.expires_at),
      receivers: receivers.get(Number(row.seq)) ?? [],
    })
  }
  return index
}
