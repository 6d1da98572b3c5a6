import { createHash } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { MailboxLimits } from '../../../../infra/config/RelayConfig.ts'
import type { MailboxStore, NewMessage } from '../MailboxStore.ts'
import { readTopicsLimit } from '../readTopicsLimit.ts'

const topic = 'a'.repeat(64)
const other = 'b'.repeat(64)
const third = 'c'.repeat(64)
const plenty = { messages: 100, bytes: 100_000 }
const plentyOfAll: MailboxLimits = {
  topic: plenty,
  address: plenty,
  project: plenty,
  total: plenty,
  unsubscribedMs: 3_600_000,
}
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Defines the tests that every mailbox must pass. */
export function testMailboxStore(
  name: string,
  open: (setup: { limits: MailboxLimits; now: () => number }) => Promise<MailboxStore> | MailboxStore,
): void {
  describe(name, () => {
    async function start(changes: Partial<MailboxLimits> = {}) {
      const clock = { now: Date.now() }
      const limits = { ...plentyOfAll, ...changes }
      const mailbox = await open({ limits, now: () => clock.now })
      onTestFinished(() => mailbox.close())
      const add = (message: string, fields: Partial<NewMessage> = {}) =>
        mailbox.add({
          topic,
          id: sha256(message),
          publisher: 'alice',
          project: 'shop',
          address: 'a1',
          subscribed: true,
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
      const texts = async (clientId: string, name = topic) =>
        (await read(clientId, { from: [{ topic: name, after: 0 }] })).flatMap(({ messages }) =>
          messages.map(({ message }) => message),
        )
      const acknowledge = (message: string, clientId: string, name = topic) =>
        mailbox.acknowledge({ topic: name, id: sha256(message), clientId })
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
          id: sha256('one'),
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

    test('param: limits.topic.messages: only acknowledged messages are dropped to make room', async () => {
      const { add, texts, acknowledge } = await start({ topic: { messages: 4, bytes: 1000 } })
      for (const text of ['one', 'two', 'three', 'four']) await add(text)
      expect(await add('five')).toEqual({ status: 'full', scope: 'topic' })
      expect(await add('four')).toMatchObject({ status: 'duplicate' })
      expect(await add('five', { topic: other })).toMatchObject({ status: 'added' })
      await acknowledge('two', 'bob')
      expect(await add('five')).toMatchObject({ status: 'added' })
      expect(await texts('carol')).toEqual(['one', 'three', 'four', 'five'])
    })

    test('param: limits.topic.bytes', async () => {
      const { add, acknowledge } = await start({ topic: { messages: 100, bytes: 10 } })
      await add('123456')
      expect(await add('78901')).toEqual({ status: 'full', scope: 'topic' })
      expect(await add('7890')).toMatchObject({ status: 'added' })
      await acknowledge('123456', 'bob')
      expect(await add('abcdef')).toMatchObject({ status: 'added' })
    })

    test('behavior: a full topic accepts messages again once others expire', async () => {
      const { clock, add } = await start({ topic: { messages: 2, bytes: 1000 } })
      await add('one', { expiresAt: clock.now + 1000 })
      await add('two')
      expect(await add('three')).toEqual({ status: 'full', scope: 'topic' })
      clock.now += 1001
      expect(await add('three')).toMatchObject({ status: 'added' })
    })

    const scopes = ['address', 'project', 'total'] as const

    test.each(scopes)(
      'param: limits.%s.messages: counts all topics, and makes room in the order of receipts',
      async (scope) => {
        const { add, texts, acknowledge } = await start({ [scope]: { messages: 3, bytes: 1000 } })
        await add('one')
        await add('two')
        await add('three', { topic: other })
        expect(await add('four', { topic: third })).toEqual({ status: 'full', scope })
        expect(await add('three', { topic: other })).toMatchObject({ status: 'duplicate' })
        await acknowledge('two', 'bob')
        await acknowledge('three', 'bob', other)
        expect(await add('four', { topic: third })).toMatchObject({ status: 'added' })
        expect(await texts('carol')).toEqual(['one'])
        expect(await texts('carol', other)).toEqual(['three'])
        expect(await add('five', { topic: third })).toMatchObject({ status: 'added' })
        expect(await texts('carol', other)).toEqual([])
        expect(await texts('carol', third)).toEqual(['four', 'five'])
        expect(await add('six')).toEqual({ status: 'full', scope })
      },
    )

    test.each(scopes)('param: limits.%s.bytes: counts the bytes of texts and attestations', async (scope) => {
      const { add, acknowledge, mailbox } = await start({ [scope]: { messages: 100, bytes: 20 } })
      // Two bytes per character.
      await add('üüüü')
      await add('1234', { topic: other, attestation: 'proof' })
      expect(await mailbox.stats()).toMatchObject({ messages: 2, bytes: 17 })
      expect(await add('5678', { topic: third })).toEqual({ status: 'full', scope })
      expect(await add('567', { topic: third })).toMatchObject({ status: 'added' })
      await acknowledge('üüüü', 'bob')
      expect(await add('12345678', { topic: third })).toMatchObject({ status: 'added' })
      expect(await mailbox.stats()).toMatchObject({ messages: 3, bytes: 20 })
      expect(await add('9', { topic: third })).toEqual({ status: 'full', scope })
    })

    test.each(scopes)(
      'behavior: a used up budget (%s) has room again once messages expire',
      async (scope) => {
        const { clock, add, mailbox } = await start({ [scope]: { messages: 2, bytes: 1000 } })
        await add('one', { expiresAt: clock.now + 1000 })
        await add('two', { topic: other, expiresAt: clock.now + 2000 })
        expect(await add('three', { topic: third })).toEqual({ status: 'full', scope })
        clock.now += 2001
        expect(await add('three', { topic: third })).toMatchObject({ status: 'added' })
        expect(await add('four', { topic: third })).toMatchObject({ status: 'added' })
        expect(await add('five', { topic: third })).toEqual({ status: 'full', scope })
        expect(await mailbox.stats()).toMatchObject({ messages: 2 })
      },
    )

    test.each([
      ['address', { address: 'a2' }],
      ['project', { address: 'a2', project: 'bank' }],
    ] as const)('behavior: a used up budget (%s) does not affect others', async (scope, sender) => {
      const { add } = await start({ [scope]: { messages: 1, bytes: 1000 } })
      await add('one')
      expect(await add('two')).toEqual({ status: 'full', scope })
      expect(await add('two', sender)).toMatchObject({ status: 'added' })
    })

    test('behavior: a message that does not fit in is not counted', async () => {
      const { add, mailbox } = await start({ address: { messages: 5, bytes: 10 } })
      for (let count = 0; count < 5; count++)
        expect(await add(`${count}`.repeat(11))).toEqual({ status: 'full', scope: 'address' })
      expect(await mailbox.stats()).toEqual({ messages: 0, bytes: 0, oldest: undefined })
      expect(await add('1234567890')).toMatchObject({ status: 'added' })
    })

    test('param: limits.unsubscribedMs: shortens the lifetime until a client reads the topic', async () => {
      const { clock, add, texts, mailbox } = await start({ unsubscribedMs: 1000 })
      const day = 24 * 3600 * 1000
      const later = { subscribed: false, expiresAt: clock.now + day }
      await add('unread', later)
      await add('short', { ...later, topic: other, expiresAt: clock.now + 500 })
      await add('read', { ...later, topic: other })
      await add('subscribed', { ...later, topic: third, subscribed: true })
      clock.now += 600
      expect(await texts('bob', other)).toEqual(['read'])
      clock.now += 401
      expect(await mailbox.stats()).toMatchObject({ messages: 2 })
      clock.now += day - 2000
      expect(await texts('carol')).toEqual([])
      expect(await texts('carol', other)).toEqual(['read'])
      expect(await texts('carol', third)).toEqual(['subscribed'])
      // The first topic has been read meanwhile.
      await add('late', { subscribed: false, expiresAt: clock.now + 60_000 })
      clock.now += 1001
      expect(await texts('bob')).toEqual(['late'])
      clock.now += day
      expect(await mailbox.stats()).toEqual({ messages: 0, bytes: 0, oldest: undefined })
    })

    test('behavior: remembers a limited number of topics that were read', async () => {
      const { clock, add, read, mailbox } = await start({ unsubscribedMs: 1000 })
      const nameOf = (index: number) => index.toString(16).padStart(64, '0')
      const from = Array.from({ length: readTopicsLimit + 1 }, (_, index) => ({
        topic: nameOf(index),
        after: 0,
      }))
      await read('bob', { from })
      for (const index of [0, 1, readTopicsLimit])
        await add(`${index}`, { topic: nameOf(index), subscribed: false })
      clock.now += 1001
      // The topic that was read first is dropped.
      expect(await mailbox.stats()).toMatchObject({ messages: 2 })
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
