import { tempFolder } from '@portico/server/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createHubDuties } from '../../../infra/hub/createHubDuties.ts'
import { createTestHub } from '../../../infra/hub/testing/createTestHub.ts'
import { createHubMailbox } from './createHubMailbox.ts'
import { createMemoryMailbox } from './createMemoryMailbox.ts'
import { createSqliteMailbox } from './createSqliteMailbox.ts'
import type { MailboxStore, NewMessage } from './MailboxStore.ts'
import { testMailboxStore } from './testing/testMailboxStore.ts'

testMailboxStore('createHubMailbox', async (setup) => {
  const { connect } = createTestHub()
  const open = async () => createMemoryMailbox(setup)
  const [first, second] = [connect(), connect()]
  await createHubMailbox({ duties: createHubDuties({ hub: first.client }), open })
  // The worker that has the store is the other one.
  return createHubMailbox({ duties: createHubDuties({ hub: second.client }), open })
})

const topic = 'a'.repeat(64)
const messageOf = (id: string): NewMessage => ({
  topic,
  id: id.repeat(64),
  publisher: 'alice',
  project: 'shop',
  address: 'a1',
  subscribed: true,
  message: id,
  tag: 1108,
  attestation: undefined,
  publishedAt: Date.now(),
  expiresAt: Date.now() + 60_000,
})
const textsIn = async (mailbox: MailboxStore) => {
  const query = { clientId: 'bob', maxMessages: 100, maxBytes: 100_000, now: Date.now() }
  const [page] = await mailbox.read({ ...query, from: [{ topic, after: 0 }] })
  return page?.messages.map(({ message }) => message)
}

describe('createHubMailbox', () => {
  /** Starts two workers over one file, of which the first has the store. */
  async function start() {
    const { hub, connect } = createTestHub()
    const dataDir = tempFolder()
    const opened: MailboxStore[] = []
    const open = async () => {
      const store = await createSqliteMailbox({ dataDir, isExclusive: true })
      opened.push(store)
      return store
    }
    const [first, second] = [connect(), connect()]
    const join = (worker: typeof first) =>
      createHubMailbox({ duties: createHubDuties({ hub: worker.client }), open })
    const mailboxes = [await join(first), await join(second)] as const
    onTestFinished(async () => {
      await Promise.all(opened.map((store) => store.close()))
    })
    return { hub, first, second, opened, mailboxes }
  }

  test('behavior: when its worker leaves, another one opens the file after it, and no call fails', async () => {
    const { opened, mailboxes } = await start()
    const [leaving, staying] = mailboxes
    await leaving.add(messageOf('1'))
    const left = leaving.close()
    const added = ['2', '3', '4'].map((id) => staying.add(messageOf(id)))
    await left
    // The worker that has left can still call.
    await leaving.add(messageOf('5'))
    expect((await Promise.all(added)).map(({ status }) => status)).toEqual(['added', 'added', 'added'])
    expect(opened).toHaveLength(2)
    expect(await textsIn(staying)).toEqual(['1', '2', '3', '4', '5'])
  })

  test('behavior: when its worker is killed, calls without an answer are repeated in order', async () => {
    const { first, opened, mailboxes } = await start()
    const [, staying] = mailboxes
    const acknowledged = await staying.add(messageOf('1'))
    const pending = ['2', '3', '4'].map((id) => staying.add(messageOf(id)))
    // As the end of the process would release the file.
    first.end()
    await opened[0]?.close()
    const results = await Promise.all(pending)
    expect(
      results.map(({ status }) => status).every((status) => status === 'added' || status === 'duplicate'),
    ).toBe(true)
    expect(acknowledged.status).toBe('added')
    expect(await textsIn(staying)).toEqual(['1', '2', '3', '4'])
  })

  test('behavior: while all workers end, the store stays where it is until the last one', async () => {
    const { hub, opened, mailboxes } = await start()
    const [owning, other] = mailboxes
    hub.close()
    const left = owning.close()
    expect((await other.add(messageOf('1'))).status).toBe('added')
    await other.close()
    await left
    expect(opened).toHaveLength(1)
  })

  test('error: a store that cannot be opened is reported, and opened later', async () => {
    const { client } = createTestHub().connect()
    let isBroken = true
    const open = async () => {
      if (isBroken) throw new Error('The disk is gone.')
      return createMemoryMailbox()
    }
    const duties = createHubDuties({ hub: client })
    await expect(createHubMailbox({ duties, open })).rejects.toThrow('The disk is gone.')
    isBroken = false
    const mailbox = await createHubMailbox({ duties, open })
    await vi.waitFor(async () => expect((await mailbox.add(messageOf('1'))).status).toBe('added'))
  })
})
