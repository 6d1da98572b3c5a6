import { createHash } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { MailboxLimits, MailboxStore, NewMessage } from '../MailboxStore.ts'

const topic = 'a'.repeat(64)
const other = 'b'.repeat(64)

/** Defines the tests that every mailbox must pass. */
export function testMailboxStore(
  name: string,
  open: (setup: { limits: MailboxLimits; now: () => number }) => Promise<MailboxStore> | MailboxStore,
): void {
  describe(name, () => {
    async function start(limits: MailboxLimits = { messages: 100, bytes: 100_000 }) {
      const clock = { now: Date.now() }
      const mailbox = await open({ limits, now: () => clock.now })
      onTestFinished(() => mailbox.close())
      const add = (message: string, fields: Partial<NewMessage> = {}) =>
        mailbox.add({
          topic,
          id: createHash('sha256').update(message).digest('hex'),
          publisher: 'alice',
          message,
          tag: 1108,
          attestation: undefined,
          publishedAt: clock.now,
          expiresAt: clock.now + 60_000,
          ...fields,
        })
      const read = async (clientId: string, fields: Partial<Parameters<MailboxStore['read']>[0]> = {}) =>
        mailbox.read({
          clientId,
          from: [{ topic, after: 0 }],
          maxMessages: 100,
          maxBytes: 1_000_000,
          now: clock.now,
          ...fields,
        })
      const texts = async (clientId: string) =>
        (await read(clientId)).flatMap(({ messages }) => messages.map(({ message }) => message))
      const acknowledge = (message: string, clientId: string) =>
        mailbox.acknowledge({
          topic,
          id: createHash('sha256').update(message).digest('hex'),
          clientId,
        })
      return { clock, mailbox, add, read, texts, acknowledge }
    }

    test('behavior: keeps messages in order until each client has acknowledged them', async () => {
      const { add, texts, acknowledge } = await start()
      await Promise.all(['one', 'two', 'three'].map((text) => add(text)))
      expect(await texts('bob')).toEqual(['one', 'two', 'three'])
      await acknowledge('two', 'bob')
      expect(await texts('bob')).toEqual(['one', 'three'])
      expect(await texts('carol')).toEqual(['one', 'two', 'three'])
      await acknowledge('two', 'bob')
      await acknowledge('never sent', 'bob')
      expect(await texts('bob')).toEqual(['one', 'three'])
    })

    test('behavior: stores all fields of a message', async () => {
      const { clock, add, read } = await start()
      await add('one', { attestation: 'proof', tag: 1100 })
      const [page] = await read('bob')
      expect(page).toMatchObject({ topic, more: false, last: page?.messages[0]?.seq })
      expect(page?.messages).toMatchObject([
        {
          id: createHash('sha256').update('one').digest('hex'),
          publisher: 'alice',
          message: 'one',
          tag: 1100,
          attestation: 'proof',
          publishedAt: clock.now,
          expiresAt: clock.now + 60_000,
        },
      ])
    })

    test('behavior: leaves out the own messages of a client, but counts them in `last`', async () => {
      const { add, read, texts } = await start()
      const added = await add('one')
      expect(await texts('alice')).toEqual([])
      const [page] = await read('alice')
      expect(added).toMatchObject({ status: 'added', seq: page?.last })
    })

    test('behavior: stores the same message only once per topic', async () => {
      const { add, texts } = await start()
      const first = await add('one')
      if (first.status === 'full') throw new Error('full')
      expect(await add('one')).toEqual({ status: 'duplicate', seq: first.seq, previous: first.seq })
      expect(await add('one', { publisher: 'bob' })).toMatchObject({ status: 'duplicate' })
      expect(await add('one', { topic: other })).toMatchObject({ status: 'added' })
      expect(await texts('bob')).toEqual(['one'])
    })

    test('behavior: returns the sequence number of the previous message in the topic', async () => {
      const { add } = await start()
      const first = await add('one')
      const otherTopic = await add('one', { topic: other })
      const second = await add('two')
      if (first.status === 'full' || second.status === 'full') throw new Error('full')
      expect(first.previous).toBe(0)
      expect(otherTopic).toMatchObject({ previous: 0 })
      expect(second.previous).toBe(first.seq)
      expect(second.seq).toBeGreaterThan(first.seq)
    })

    test('behavior: deletes expired messages, which may then be added again', async () => {
      const { clock, add, texts, mailbox } = await start()
      await add('one', { expiresAt: clock.now + 1000 })
      await add('two')
      clock.now += 1001
      expect(await texts('bob')).toEqual(['two'])
      expect(await mailbox.stats()).toMatchObject({ messages: 1 })
      expect(await add('one')).toMatchObject({ status: 'added' })
      expect(await texts('bob')).toEqual(['two', 'one'])
    })

    test('param: after', async () => {
      const { add, read } = await start()
      await add('one')
      const second = await add('two')
      await add('three')
      const after = second.status === 'full' ? 0 : second.seq
      const [page] = await read('bob', { from: [{ topic, after }] })
      expect(page?.messages.map(({ message }) => message)).toEqual(['three'])
    })

    test('param: maxMessages and maxBytes limit all pages together', async () => {
      const { add, read } = await start()
      for (const text of ['one', 'two', 'three']) await add(text)
      for (const text of ['four', 'five']) await add(text, { topic: other })
      const from = [
        { topic, after: 0 },
        { topic: other, after: 0 },
      ]
      const sizes = (pages: Awaited<ReturnType<typeof read>>) =>
        pages.map(({ messages, more }) => [messages.length, more])
      expect(sizes(await read('bob', { from, maxMessages: 2 }))).toEqual([
        [2, true],
        [0, true],
      ])
      expect(sizes(await read('bob', { from, maxMessages: 4 }))).toEqual([
        [3, false],
        [1, true],
      ])
      expect(sizes(await read('bob', { from, maxBytes: 1 }))).toEqual([
        [1, true],
        [0, true],
      ])
    })

    test('behavior: returns an empty page for an unknown topic', async () => {
      const { read } = await start()
      expect(await read('bob')).toEqual([{ topic, messages: [], last: 0, more: false }])
    })

    test('param: limits.messages: only acknowledged messages are dropped to make room', async () => {
      const { add, texts, acknowledge } = await start({ messages: 4, bytes: 1000 })
      for (const text of ['one', 'two', 'three', 'four']) await add(text)
      expect(await add('five')).toEqual({ status: 'full' })
      expect(await add('four')).toMatchObject({ status: 'duplicate' })
      expect(await add('five', { topic: other })).toMatchObject({ status: 'added' })
      await acknowledge('two', 'bob')
      expect(await add('five')).toMatchObject({ status: 'added' })
      expect(await texts('carol')).toEqual(['one', 'three', 'four', 'five'])
    })

    test('param: limits.bytes', async () => {
      const { add, acknowledge } = await start({ messages: 100, bytes: 10 })
      await add('123456')
      expect(await add('78901')).toEqual({ status: 'full' })
      expect(await add('7890')).toMatchObject({ status: 'added' })
      await acknowledge('123456', 'bob')
      expect(await add('abcdef')).toMatchObject({ status: 'added' })
    })

    test('behavior: a full topic accepts messages again once others expire', async () => {
      const { clock, add } = await start({ messages: 2, bytes: 1000 })
      await add('one', { expiresAt: clock.now + 1000 })
      await add('two')
      expect(await add('three')).toEqual({ status: 'full' })
      clock.now += 1001
      expect(await add('three')).toMatchObject({ status: 'added' })
    })

    test('behavior: stats', async () => {
      const { clock, add, mailbox } = await start()
      expect(await mailbox.stats()).toEqual({ messages: 0, bytes: 0, oldest: undefined })
      await add('one')
      await add('two', { topic: other, publishedAt: clock.now + 5 })
      expect(await mailbox.stats()).toEqual({ messages: 2, bytes: 6, oldest: clock.now })
    })

    test('behavior: calls take effect in the order they are made', async () => {
      const { add, texts, acknowledge } = await start()
      const work = [add('one'), acknowledge('one', 'bob'), add('two')]
      const bobTexts = texts('bob')
      await Promise.all(work)
      expect(await bobTexts).toEqual(['two'])
    })
  })
}
