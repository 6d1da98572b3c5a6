import type { OnrampStatus } from '@portico/protocol/gateway'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeEngines } from '../../testing/describeEngines.ts'
import { onrampRanks } from './onrampRanks.ts'
import { createOnrampStore, type OnrampRow } from './store.ts'

const day = 24 * 3_600_000
const now = 1_800_000_000_000
const account = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

const row = (id: string, more: Partial<OnrampRow> = {}): OnrampRow => ({
  id,
  project_id: 'shop',
  provider: 'play',
  account,
  chain: 'eip155:1',
  token: null,
  symbol: 'ETH',
  currency: 'EUR',
  paid: '100',
  expected: '0.03',
  minimum: '0.027',
  status: 'opened',
  hash: null,
  received: null,
  created_at: now,
  updated_at: now,
  expires_at: now + day,
  check_at: null,
  ...more,
})

await describeEngines('createOnrampStore', ({ open, openTogether }) => {
  type Reported = Exclude<OnrampStatus, 'opened' | 'arrived'>
  const event = (
    id: string,
    status: Reported,
    more: Partial<{ session: string; hash: string; account: string; provider: string }> = {},
  ) => ({
    ...{
      id,
      provider: 'play',
      session: 'one',
      status,
      hash: undefined,
      account,
      expiresAt: now + 7 * day,
      now,
    },
    ...more,
  })

  test('behavior: the state does not depend on the order of events, and never goes back', async () => {
    const store = createOnrampStore({ database: await open() })
    const statuses: Reported[] = ['working', 'paid', 'failed', 'expired']
    let count = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...statuses), { minLength: 1, maxLength: 8 }),
        async (events) => {
          const id = `session ${count++}`
          await store.add(row(id))
          let last = 0
          for (const [index, status] of events.entries()) {
            await store.applyEvent(event(`${id} ${index}`, status, { session: id }))
            const rank = onrampRanks[(await store.get({ id, now }))?.status ?? 'opened']
            expect(rank).toBeGreaterThanOrEqual(last)
            last = rank
          }
          expect(last).toBe(Math.max(...events.map((status) => onrampRanks[status])))
        },
      ),
      { numRuns: 40 },
    )
  })

  test('behavior: an event counts once, also if many processes get it at the same time', async () => {
    const stores = (await openTogether(4)).map((database) => createOnrampStore({ database }))
    await stores[0]?.add(row('one'))
    const results = await Promise.all(
      [...stores, ...stores].map((store) => store.applyEvent(event('e', 'working'))),
    )
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(await stores[0]?.applyEvent(event('e', 'paid'))).toBeUndefined()
    expect(await stores[0]?.get({ id: 'one', now })).toMatchObject({ status: 'working' })
  })

  test('error: an event of another provider, about another address or an unknown session changes nothing', async () => {
    const store = createOnrampStore({ database: await open() })
    await store.add(row('one'))
    expect(await store.applyEvent(event('a', 'paid', { provider: 'moonpay' }))).toBeUndefined()
    expect(await store.applyEvent(event('b', 'paid', { account: '0x1' }))).toBeUndefined()
    expect(await store.applyEvent(event('c', 'paid', { account: '' }))).toBeUndefined()
    expect(await store.applyEvent(event('d', 'paid', { session: 'two' }))).toBeUndefined()
    expect(await store.get({ id: 'one', now })).toEqual(row('one'))
  })

  test('behavior: the first hash is kept, and one that comes later is added', async () => {
    const store = createOnrampStore({ database: await open() })
    await store.add(row('one'))
    await store.applyEvent(event('a', 'paid'))
    expect(await store.applyEvent(event('b', 'paid', { hash: '0xa' }))).toMatchObject({ hash: '0xa' })
    expect(await store.applyEvent(event('c', 'paid', { hash: '0xb' }))).toBeUndefined()
  })

  test('behavior: a payment counts for one session of its account, and nothing changes one that has arrived', async () => {
    const store = createOnrampStore({ database: await open() })
    for (const id of ['one', 'two']) await store.add(row(id))
    await store.add(row('other', { account: '0x1' }))
    const payment = { hash: '0xa', received: '0.03', now }
    expect(await store.arrive({ id: 'one', ...payment })).toMatchObject({ status: 'arrived', hash: '0xa' })
    expect(await store.arrive({ id: 'two', ...payment })).toBeUndefined()
    expect(await store.arrive({ id: 'one', ...payment, hash: '0xb' })).toBeUndefined()
    // One transaction can pay several people.
    expect(await store.arrive({ id: 'other', ...payment })).toMatchObject({ status: 'arrived' })
    expect(await store.payments({ chain: 'eip155:1', account })).toEqual(new Set(['0xa']))
    for (const status of ['working', 'paid', 'failed', 'expired'] as const)
      expect(await store.applyEvent(event(status, status))).toBeUndefined()
    expect((await store.get({ id: 'one', now }))?.status).toBe('arrived')
  })

  test('behavior: each due session is taken by one process', async () => {
    const stores = (await openTogether(3)).map((database) => createOnrampStore({ database }))
    for (let index = 0; index < 6; index++) await stores[0]?.add(row(`s${index}`, { check_at: now - index }))
    await stores[0]?.add(row('later', { check_at: now + 1 }))
    const next = (): number => now + 1000
    const taken = await Promise.all(stores.map((store) => store.takeDue({ now, next, limit: 10 })))
    expect(
      taken
        .flat()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['s0', 's1', 's2', 's3', 's4', 's5'])
    expect(await stores[1]?.takeDue({ now, next, limit: 10 })).toEqual([])
  })

  test('behavior: sessions expire, but not those that are paid', async () => {
    const store = createOnrampStore({ database: await open() })
    const old = { expires_at: now }
    for (const status of ['opened', 'working', 'paid', 'failed', 'arrived'] as const)
      await store.add(row(status, { status, ...old, hash: status }))
    await store.add(row('new'))
    expect((await store.expire(now)).map(({ id }) => id).sort()).toEqual(['opened', 'working'])
    expect(await store.expire(now)).toEqual([])
  })

  test('behavior: sessions are kept for 90 days', async () => {
    const store = createOnrampStore({ database: await open() })
    await store.add(row('one'))
    expect(await store.get({ id: 'one', now: now + 90 * day - 1 })).toBeDefined()
    expect(await store.get({ id: 'one', now: now + 90 * day })).toBeUndefined()
    await store.add(row('two', { created_at: now + 91 * day }))
    expect(await store.get({ id: 'one', now })).toBeUndefined()
  })

  test('behavior: lists what has arrived, newest first, of one project, provider and account', async () => {
    const store = createOnrampStore({ database: await open() })
    const arrived = (id: string, created_at: number, more: Partial<OnrampRow> = {}) =>
      store.add(row(id, { status: 'arrived', hash: id, created_at, ...more }))
    await arrived('a', now)
    await arrived('b', now + 1)
    await arrived('c', now + 2, { project_id: 'other' })
    await arrived('d', now + 3, { provider: 'moonpay' })
    await arrived('e', now + 4, { account: '0x1' })
    await store.add(row('f'))
    const query = { projectId: 'shop', provider: 'play', account, chains: ['eip155:1' as const], limit: 5 }
    const list = async (before: number) => (await store.arrived({ ...query, before })).map(({ id }) => id)
    expect(await list(now + 10)).toEqual(['b', 'a'])
    expect(await list(now + 1)).toEqual(['a'])
  })
})
