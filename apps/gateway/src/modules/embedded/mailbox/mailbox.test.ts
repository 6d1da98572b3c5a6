import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../../database/openDatabase.ts'
import { codeOf } from '../../../testing/codeOf.ts'
import { createWalletGateway } from '../../../testing/createWalletGateway.ts'
import { describeEngines } from '../../../testing/describeEngines.ts'
import { createWindowMailboxStore } from './store.ts'

const path = '/wallet/v1/window-mailbox'
const random = (bytes = 32): string => randomBytes(bytes).toString('base64url')
const minute = 60_000

async function setup() {
  const gateway = await createWalletGateway()
  const device = async (userId?: string) => {
    const client = await gateway.device(userId === undefined ? {} : { userId })
    await client.login()
    return client
  }
  /** As the wallet window asks: no proof and no session. */
  const fromWindow = async (
    part: string,
    body: unknown,
    headers: Record<string, string> = { origin: 'http://wallet.localhost:4402' },
  ) =>
    gateway.app.request(`http://localhost:4401${path}${part}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  return { ...gateway, device, fromWindow }
}

describe('the window mailbox', () => {
  test('behavior: a question goes to the window and its answer back, each once', async () => {
    const { device, fromWindow, services } = await setup()
    const frame = await device()
    const [id, question, answer] = [random(), random(100), random(60)]
    const collect = () => frame.call('POST', `${path}/collect`, { body: { id } })
    expect(await codeOf(await frame.call('POST', path, { body: { id, question } }))).toBe('204')
    expect(await (await collect()).json()).toEqual({})
    const taken = await fromWindow('/question', { id })
    expect(taken.headers.get('cache-control')).toBe('no-store')
    expect(await taken.json()).toEqual({ question })
    expect(await codeOf(await fromWindow('/question', { id }))).toBe('not-found')
    expect(await codeOf(await fromWindow('/answer', { id, answer }))).toBe('204')
    expect(await codeOf(await fromWindow('/answer', { id, answer: random(60) }))).toBe('not-found')
    expect(await (await collect()).json()).toEqual({ answer })
    expect(await codeOf(await collect())).toBe('not-found')
    expect(await services.database.selectFrom('window_mailbox').selectAll().execute()).toEqual([])
  })

  test('error: without a session, with another user’s, and with another of the same user', async () => {
    const { device, fromWindow } = await setup()
    const frame = await device()
    const strangers = [await device(), await device(frame.userId)]
    const [id, question] = [random(), random()]
    for (const part of ['', '/collect', '/drop']) {
      const body = part === '' ? { id, question } : { id }
      expect([part, await codeOf(await fromWindow(part, body))]).toEqual([part, 'session-missing'])
    }
    await frame.call('POST', path, { body: { id, question } })
    await fromWindow('/question', { id })
    await fromWindow('/answer', { id, answer: random() })
    for (const stranger of strangers) {
      const ask = async (part: string, body: object) =>
        codeOf(await stranger.call('POST', `${path}${part}`, { body }))
      expect(await ask('', { id, question })).toBe('mailbox-id-used')
      expect(await ask('/collect', { id })).toBe('not-found')
      expect(await ask('/drop', { id })).toBe('204')
    }
    expect(await codeOf(await frame.call('POST', `${path}/collect`, { body: { id } }))).toBe('200')
  })

  test('error: of another site, an answer before the question, what was dropped, and after five minutes', async () => {
    const { device, fromWindow, wait } = await setup()
    const frame = await device()
    const [id, question, answer] = [random(), random(), random()]
    const put = async (id: string) => codeOf(await frame.call('POST', path, { body: { id, question } }))
    expect(await put(id)).toBe('204')
    for (const headers of [
      { origin: 'http://evil.localhost' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
      { 'sec-fetch-mode': 'no-cors' },
    ])
      expect(await codeOf(await fromWindow('/question', { id }, headers))).toBe('origin-not-allowed')
    expect(await codeOf(await fromWindow('/answer', { id, answer }))).toBe('not-found')
    expect(await codeOf(await frame.call('POST', `${path}/drop`, { body: { id } }))).toBe('204')
    expect(await codeOf(await fromWindow('/question', { id }))).toBe('not-found')

    const [taken, left] = [random(), random()]
    expect([await put(taken), await put(left)]).toEqual(['204', '204'])
    await fromWindow('/question', { id: taken })
    wait(5 * minute)
    expect(await codeOf(await fromWindow('/question', { id: left }))).toBe('not-found')
    expect(await codeOf(await fromWindow('/answer', { id: taken, answer }))).toBe('not-found')
    await frame.login()
    expect(await codeOf(await frame.call('POST', `${path}/collect`, { body: { id: taken } }))).toBe(
      'not-found',
    )
  })

  test('param: sizes, ids and fields', async () => {
    const { device, fromWindow } = await setup()
    const frame = await device()
    const put = async (body: object) => codeOf(await frame.call('POST', path, { body }))
    const largest = random(256 * 1024)
    expect(await put({ id: random(), question: largest })).toBe('204')
    expect(await put({ id: random(), question: `${largest}A` })).toBe('invalid-request')
    expect(await put({ id: random(), question: 'A'.repeat(400_000) })).toBe('body-too-large')
    for (const body of [
      { id: random(), question: '' },
      { id: random(), question: 'no base64url!' },
      { id: random(31), question: 'AAAA' },
      { id: random(33), question: 'AAAA' },
      { id: random(), question: 'AAAA', origin: 'https://bank.example' },
      { question: 'AAAA' },
    ])
      expect([body, await put(body)]).toEqual([body, 'invalid-request'])
    for (const body of [{ id: 1 }, {}, { id: random(), more: 1 }])
      expect(await codeOf(await fromWindow('/question', body))).toBe('invalid-request')
    expect(await codeOf(await fromWindow('/answer', { id: random(), answer: 'A'.repeat(1025) }))).toBe(
      'invalid-request',
    )
  })

  test('error: whoever tries ids from the outside is slowed down', async () => {
    const { fromWindow } = await setup()
    const codes = new Set<string>()
    for (let attempt = 0; attempt < 130; attempt++)
      codes.add(await codeOf(await fromWindow('/question', { id: random() })))
    expect([...codes].sort()).toEqual(['not-found', 'rate-limited'])
  })
})

await describeEngines('createWindowMailboxStore', ({ open, openTogether }) => {
  const start = 1_800_000_000_000
  const entry = (more: object = {}) => ({
    hash: random(),
    sessionId: 'ses_1',
    question: random(),
    now: start,
    expiresAt: start + 5 * minute,
    ...more,
  })

  test('behavior: of many processes that ask at once one gets it, in each direction', async () => {
    const stores = (await openTogether(4)).map((database) => createWindowMailboxStore({ database }))
    const all = <Result>(ask: (store: (typeof stores)[number], index: number) => Promise<Result>) =>
      Promise.all(Array.from({ length: 12 }, (_, index) => ask(stores[index % 4] as never, index)))
    const { hash, sessionId, question } = entry()
    const kept = await all((store) => store.put({ ...entry(), hash, question }))
    expect(kept.filter((result) => result === 'kept')).toHaveLength(1)
    expect(kept.filter((result) => result === 'used')).toHaveLength(11)
    const taken = await all((store) => store.take({ hash, now: start }))
    expect(taken.filter(Boolean)).toEqual([question])
    const answered = await all((store, index) => store.answer({ hash, answer: `${index}`, now: start }))
    expect(answered.filter(Boolean)).toHaveLength(1)
    const collected = await all((store) => store.collect({ hash, sessionId, now: start }))
    expect(collected.filter((answer) => typeof answer === 'string')).toEqual([`${answered.indexOf(true)}`])
  })

  test('behavior: eight wait for a session at once, whichever process they come to; what is over makes room', async () => {
    const databases = await openTogether(3)
    const store = (index: number) => createWindowMailboxStore({ database: databases[index % 3] as Database })
    const entries = Array.from({ length: 12 }, () => entry())
    const kept = await Promise.all(entries.map((one, index) => store(index).put(one)))
    expect(kept.filter((result) => result === 'kept')).toHaveLength(8)
    expect(kept.filter((result) => result === 'full')).toHaveLength(4)
    expect(await store(0).put(entry({ sessionId: 'ses_2' }))).toBe('kept')
    const first = entries[kept.indexOf('kept')]
    await store(0).drop({ hash: first?.hash ?? '', sessionId: 'ses_2' })
    expect(await store(0).put(entry())).toBe('full')
    await store(0).drop({ hash: first?.hash ?? '', sessionId: 'ses_1' })
    expect(await store(0).put(entry())).toBe('kept')
    expect(await store(1).put(entry({ now: start + 5 * minute, expiresAt: start + 10 * minute }))).toBe(
      'kept',
    )
  })

  test('error: what has expired is neither given out nor answered, and is swept', async () => {
    const database = await open()
    const store = createWindowMailboxStore({ database })
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
