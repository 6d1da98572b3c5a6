import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Database } from '../../../infra/database/openDatabase.ts'
import { describeEngines } from '../../../testing/describeEngines.ts'
import { createHandoffStore } from './store.ts'

const random = (bytes = 32): string => randomBytes(bytes).toString('base64url')
const minute = 60_000

await describeEngines('createHandoffStore', ({ open, openTogether }) => {
  const start = 1_800_000_000_000
  const entry = (more: object = {}) => ({
    hash: random(),
    sessionId: 'ses_1',
    question: random(),
    now: start,
    expiresAt: start + 5 * minute,
    ...more,
  })

  test('behavior: of many simultaneous calls in several processes, one succeeds, in each direction', async () => {
    const stores = (await openTogether(4)).map((database) => createHandoffStore({ database }))
    const all = <Result>(ask: (store: (typeof stores)[number], index: number) => Promise<Result>) =>
      Promise.all(Array.from({ length: 12 }, (_, index) => ask(stores[index % 4] as never, index)))
    const { hash, sessionId, question } = entry()
    const results = await all((store) => store.put({ ...entry(), hash, question }))
    expect(results.filter((result) => result === 'stored')).toHaveLength(1)
    expect(results.filter((result) => result === 'used')).toHaveLength(11)
    const taken = await all((store) => store.take({ hash, now: start }))
    expect(taken.filter(Boolean)).toEqual([question])
    const answered = await all((store, index) => store.answer({ hash, answer: `${index}`, now: start }))
    expect(answered.filter(Boolean)).toHaveLength(1)
    const collected = await all((store) => store.collect({ hash, sessionId, now: start }))
    expect(collected.filter((answer) => typeof answer === 'string')).toEqual([`${answered.indexOf(true)}`])
  })

  test('behavior: a session has at most eight pending requests across processes; dropped and expired ones do not count', async () => {
    const databases = await openTogether(3)
    const store = (index: number) => createHandoffStore({ database: databases[index % 3] as Database })
    const entries = Array.from({ length: 12 }, () => entry())
    const results = await Promise.all(entries.map((one, index) => store(index).put(one)))
    expect(results.filter((result) => result === 'stored')).toHaveLength(8)
    expect(results.filter((result) => result === 'full')).toHaveLength(4)
    expect(await store(0).put(entry({ sessionId: 'ses_2' }))).toBe('stored')
    const first = entries[results.indexOf('stored')]
    await store(0).drop({ hash: first?.hash ?? '', sessionId: 'ses_2' })
    expect(await store(0).put(entry())).toBe('full')
    await store(0).drop({ hash: first?.hash ?? '', sessionId: 'ses_1' })
    expect(await store(0).put(entry())).toBe('stored')
    expect(await store(1).put(entry({ now: start + 5 * minute, expiresAt: start + 10 * minute }))).toBe(
      'stored',
    )
  })

  test('error: expired requests can neither be read nor answered, and are swept', async () => {
    const database = await open()
    const store = createHandoffStore({ database })
    const [one, two] = [entry(), entry()]
    await store.put(one)
    await store.put(two)
    const late = start + 5 * minute
    expect(await store.take({ hash: one.hash, now: late })).toBeUndefined()
    expect(await store.take({ hash: one.hash, now: late - 1 })).toBe(one.question)
    expect(await store.answer({ hash: one.hash, answer: 'a', now: late })).toBe(false)
    expect(await store.answer({ hash: one.hash, answer: 'a', now: late - 1 })).toBe(true)
    const collect = { hash: one.hash, sessionId: 'ses_1' }
    expect(await store.collect({ ...collect, now: late })).toBeUndefined()
    await store.put(entry({ now: late, expiresAt: late + minute }))
    const rows = await database.selectFrom('window_mailbox').select('expires_at').execute()
    expect(rows).toEqual([{ expires_at: late + minute }])
  })
})
