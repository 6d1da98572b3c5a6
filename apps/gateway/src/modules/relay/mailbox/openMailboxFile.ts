import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { createMailboxIndex, type MailboxIndex, type MailboxJournal } from './createMailboxIndex.ts'
import type { SqliteMailboxSetup, SqliteMailboxTask, SqliteMailboxTasks } from './SqliteMailboxTasks.ts'

const schemaVersion = 1
// There is no index by topic or ID: it would spread writes over as many pages as there are topics, which makes flushes
// slow. Rows are only appended; the lookup structures are in memory.
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

/** Opens the mailbox file. `run` executes a batch of calls as one transaction, with one flush to disk. */
export function openMailboxFile({ file, limits }: SqliteMailboxSetup): {
  run(batch: readonly SqliteMailboxTask[]): unknown[]
  close(): void
} {
  const database = new DatabaseSync(file, { timeout: 5000 })
  database.exec('pragma journal_mode = wal; pragma synchronous = full;')
  const [version] = database.prepare('pragma user_version').all()
  if (Number(version?.user_version) > schemaVersion)
    throw new Error(`The mailbox ${file} was created by a newer version of the gateway. Run that version.`)
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
    const clients = receivers.get(Number(seq))
    if (clients) clients.push(String(client))
    else receivers.set(Number(seq), [String(client)])
  }
  // The texts of acknowledged messages are not loaded.
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
