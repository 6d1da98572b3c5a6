import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { tempFolder } from '@portico/server/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSqliteMailbox } from './createSqliteMailbox.ts'
import { defaultMailboxLimits } from './defaultMailboxLimits.ts'
import type { NewMessage } from './MailboxStore.ts'
import { testMailboxStore } from './testing/testMailboxStore.ts'

testMailboxStore('createSqliteMailbox', (setup) => createSqliteMailbox({ ...setup, dataDir: tempFolder() }))

describe('createSqliteMailbox', () => {
  const message: NewMessage = {
    topic: 'a'.repeat(64),
    id: 'b'.repeat(64),
    publisher: 'alice',
    project: 'shop',
    address: 'a1',
    subscribed: true,
    message: 'one',
    tag: 1108,
    attestation: undefined,
    publishedAt: Date.now(),
    expiresAt: Date.now() + 60_000,
  }

  test('behavior: keeps messages across a restart, and sequence numbers continue', async () => {
    const dataDir = tempFolder()
    const first = await createSqliteMailbox({ dataDir })
    const added = await first.add(message)
    await first.acknowledge({ topic: message.topic, id: message.id, clientId: 'bob' })
    await first.close()
    const second = await createSqliteMailbox({ dataDir })
    onTestFinished(() => second.close())
    const read = async (clientId: string) => {
      const from = [{ topic: message.topic, after: 0 }]
      const [page] = await second.read({ clientId, from, maxMessages: 9, maxBytes: 9, now: Date.now() })
      return page?.messages.length
    }
    expect(await read('carol')).toBe(1)
    expect(await read('bob')).toBe(0)
    expect(await second.add({ ...message, id: 'c'.repeat(64) })).toMatchObject({
      previous: added.status === 'added' && added.seq,
    })
  })

  test('behavior: budgets and shortened lifetimes continue after a restart', async () => {
    const dataDir = tempFolder()
    const clock = { now: Date.now() }
    const limits = {
      ...defaultMailboxLimits,
      address: { messages: 2, bytes: 100 },
      unsubscribedMs: 1000,
    }
    const open = () => createSqliteMailbox({ dataDir, limits, now: () => clock.now })
    const first = await open()
    const fresh = { ...message, publishedAt: clock.now, expiresAt: clock.now + 60_000 }
    await first.add(fresh)
    await first.add({ ...fresh, id: 'c'.repeat(64), topic: 'd'.repeat(64), subscribed: false })
    await first.acknowledge({ topic: message.topic, id: message.id, clientId: 'bob' })
    await first.close()

    const second = await open()
    onTestFinished(() => second.close())
    const next = { ...fresh, topic: 'e'.repeat(64) }
    // The acknowledged message makes room.
    expect(await second.add({ ...next, id: '1'.repeat(64) })).toMatchObject({ status: 'added' })
    expect(await second.add({ ...next, id: '2'.repeat(64) })).toEqual({ status: 'full', scope: 'address' })
    clock.now += 1001
    const publishedAt = clock.now
    expect(await second.add({ ...next, id: '2'.repeat(64), publishedAt })).toMatchObject({ status: 'added' })
    expect(await second.stats()).toMatchObject({ messages: 2 })
  })

  test('behavior: keeps the messages of a file of version 1', async () => {
    const dataDir = tempFolder()
    const database = new DatabaseSync(join(dataDir, 'relay.sqlite'))
    database.exec(`
      create table messages (
        seq integer primary key, topic text not null, id text not null, publisher text not null,
        message text not null, bytes integer not null, tag integer not null, attestation text,
        published_at integer not null, expires_at integer not null
      ) strict;
      create table receipts (seq integer not null, client text not null, primary key (seq, client)) strict, without rowid;
      pragma user_version = 1;
    `)
    const insert = database.prepare('insert into messages values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
    const { topic, publishedAt, expiresAt } = message
    insert.run(7, topic, '1'.repeat(64), 'alice', 'één', 3, 1100, 'proof', publishedAt, expiresAt)
    insert.run(8, topic, '2'.repeat(64), 'alice', 'two', 3, 1108, null, publishedAt, expiresAt)
    database.prepare('insert into receipts values (?, ?)').run(8, 'bob')
    database.close()

    const mailbox = await createSqliteMailbox({ dataDir })
    onTestFinished(() => mailbox.close())
    const from = [{ topic, after: 0 }]
    const [page] = await mailbox.read({
      ...{ clientId: 'bob', from, maxMessages: 9, maxBytes: 99, now: publishedAt },
    })
    expect(page).toEqual({
      topic,
      last: 8,
      more: false,
      messages: [
        {
          seq: 7,
          id: '1'.repeat(64),
          publisher: 'alice',
          message: 'één',
          tag: 1100,
          attestation: 'proof',
          publishedAt,
          expiresAt,
        },
      ],
    })
    expect(await mailbox.stats()).toMatchObject({ messages: 2, bytes: 13 })
    expect(await mailbox.add(message)).toMatchObject({ status: 'added', seq: 9, previous: 8 })
  })

  test('behavior: the file is readable by its owner only', async () => {
    const dataDir = tempFolder()
    const mailbox = await createSqliteMailbox({ dataDir })
    onTestFinished(() => mailbox.close())
    await mailbox.add(message)
    for (const file of ['relay.sqlite', 'relay.sqlite-wal'])
      expect(statSync(join(dataDir, file)).mode & 0o777).toBe(0o600)
  })

  test('error: a file that is not a database', async () => {
    const dataDir = tempFolder()
    writeFileSync(join(dataDir, 'relay.sqlite'), 'no database'.repeat(1000))
    await expect(createSqliteMailbox({ dataDir })).rejects.toThrow(/relay\.sqlite cannot be used/)
  })

  test('error: calls after close', async () => {
    const mailbox = await createSqliteMailbox({ dataDir: tempFolder() })
    await mailbox.close()
    await expect(mailbox.add(message)).rejects.toThrow('cannot be used')
    await mailbox.close()
  })
})
