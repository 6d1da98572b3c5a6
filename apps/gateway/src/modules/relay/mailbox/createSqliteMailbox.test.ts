import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '@portico/server/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSqliteMailbox } from './createSqliteMailbox.ts'
import type { NewMessage } from './MailboxStore.ts'
import { testMailboxStore } from './testing/testMailboxStore.ts'

testMailboxStore('createSqliteMailbox', (setup) => createSqliteMailbox({ ...setup, dataDir: tempFolder() }))

describe('createSqliteMailbox', () => {
  const message: NewMessage = {
    topic: 'a'.repeat(64),
    id: 'b'.repeat(64),
    publisher: 'alice',
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
