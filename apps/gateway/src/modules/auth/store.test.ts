import { expect, test } from 'vitest'
import { describeEngines } from '../../testing/describeEngines.ts'
import { createAuthStore, type SessionRow } from './store.ts'

const session = (id: string, more: Partial<SessionRow> = {}): SessionRow => ({
  id,
  projectId: 'shop',
  account: 'eip155:1:0xA',
  domain: 'shop.example',
  uri: 'https://shop.example',
  issuedAt: 1000,
  expiresAt: 9000,
  revokedAt: null,
  ...more,
})

await describeEngines('createAuthStore', ({ open, openTogether }) => {
  test('behavior: a nonce can be consumed once, by its project, before it expires', async () => {
    const store = createAuthStore({ database: await open() })
    const add = (nonce: string) => store.addNonce({ nonce, projectId: 'shop', expiresAt: 2000, now: 1000 })
    await add('a')
    expect(await store.consumeNonce({ nonce: 'a', projectId: 'other', now: 1500 })).toBe(false)
    expect(await store.consumeNonce({ nonce: 'b', projectId: 'shop', now: 1500 })).toBe(false)
    expect(await store.consumeNonce({ nonce: 'a', projectId: 'shop', now: 1500 })).toBe(true)
    expect(await store.consumeNonce({ nonce: 'a', projectId: 'shop', now: 1500 })).toBe(false)
    await add('late')
    expect(await store.consumeNonce({ nonce: 'late', projectId: 'shop', now: 2000 })).toBe(false)
  })

  test('behavior: of many processes that consume one nonce at the same time, exactly one succeeds', async () => {
    const stores = (await openTogether(4)).map((database) => createAuthStore({ database }))
    for (let round = 0; round < 5; round++) {
      const nonce = `nonce ${round}`
      await stores[0]?.addNonce({ nonce, projectId: 'shop', expiresAt: 2000, now: 1000 })
      const taken = await Promise.all(
        [...stores, ...stores].map((store) => store.consumeNonce({ nonce, projectId: 'shop', now: 1500 })),
      )
      expect(taken.filter(Boolean)).toHaveLength(1)
    }
  })

  test('behavior: stores sessions unchanged and lists active ones, newest first', async () => {
    const store = createAuthStore({ database: await open() })
    await store.addSession(session('old', { issuedAt: 500 }))
    await store.addSession(session('new'))
    await store.addSession(session('over', { expiresAt: 1200 }))
    await store.addSession(session('other', { account: 'eip155:1:0xB' }))
    expect(await store.getSession('new')).toEqual(session('new'))
    expect(await store.getSession('none')).toBeUndefined()
    const list = await store.listSessions({ projectId: 'shop', accounts: ['eip155:1:0xA'], now: 1500 })
    expect(list.map(({ id }) => id)).toEqual(['new', 'old'])
  })

  test('behavior: a session can be revoked once, by its own account', async () => {
    const store = createAuthStore({ database: await open() })
    await store.addSession(session('a'))
    const revoke = (account: string) =>
      store.revokeSession({ id: 'a', projectId: 'shop', accounts: [account], now: 1500 })
    expect(await revoke('eip155:1:0xB')).toBe(false)
    expect(await revoke('eip155:1:0xA')).toBe(true)
    expect(await revoke('eip155:1:0xA')).toBe(false)
    expect((await store.getSession('a'))?.revokedAt).toBe(1500)
  })

  test('behavior: expired nonces and old sessions are swept, whichever process does it', async () => {
    const databases = await openTogether(3)
    const stores = databases.map((database) => createAuthStore({ database }))
    const add = (at: number, nonce: string, now: number) =>
      stores[at % 3]?.addNonce({ nonce, projectId: 'shop', expiresAt: now + 1000, now })
    for (let index = 0; index < 30; index++) await add(index, `old ${index}`, 1000)
    await stores[0]?.addSession(session('old'))
    const later = 40 * 24 * 3_600_000
    await Promise.all(stores.map((_, index) => add(index, `new ${index}`, later)))
    await Promise.all(
      stores.map((store, index) =>
        store.addSession(session(`new ${index}`, { issuedAt: later, expiresAt: later })),
      ),
    )
    const [database] = databases
    const nonces = await database?.selectFrom('nonces').select('nonce').orderBy('nonce').execute()
    expect(nonces?.map(({ nonce }) => nonce)).toEqual(['new 0', 'new 1', 'new 2'])
    const sessions = await database?.selectFrom('sessions').select('id').orderBy('id').execute()
    expect(sessions?.map(({ id }) => id)).toEqual(['new 0', 'new 1', 'new 2'])
  })

  test('behavior: finds no session for an ID with U+0000', async () => {
    const store = createAuthStore({ database: await open() })
    expect(await store.getSession('a\0b')).toBeUndefined()
  })
})
