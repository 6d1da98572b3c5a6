import { expect, test } from 'vitest'
import { describeEngines } from '../../testing/describeEngines.ts'
import { createNameStore } from './store.ts'

const day = 24 * 3_600_000
const alice = { name: 'alice.portico.local', owner: '60:0xa1', coinType: 60, address: '0xa1', now: 1000 }
const bob = { name: 'bob.portico.local', owner: '60:0xb0', coinType: 60, address: '0xb0', now: 1000 }

await describeEngines('createNameStore', ({ open, openTogether }) => {
  test('behavior: registers a name once, and one name per owner', async () => {
    const store = createNameStore({ database: await open() })
    expect(await store.register(alice)).toBe('registered')
    expect(await store.register({ ...bob, name: alice.name })).toBe('taken')
    expect(await store.register({ ...alice, name: 'alicia.portico.local' })).toBe('owner-has-name')
    expect(await store.get(alice.name)).toEqual({
      name: alice.name,
      owner: alice.owner,
      attributes: {},
      addresses: [{ coinType: 60, address: '0xa1', createdAt: 1000 }],
      registeredAt: 1000,
      updatedAt: 1000,
    })
    expect(await store.registered([alice.name, bob.name])).toEqual(new Set([alice.name]))
  })

  test('behavior: one of many concurrent registrations of a name succeeds, and the others leave no rows', async () => {
    const stores = (await openTogether(3)).map((database) => createNameStore({ database }))
    const outcomes = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        stores[index % stores.length]?.register({
          ...alice,
          owner: `60:0x${index}`,
          address: `0x${index}`,
        }),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === 'registered')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(23)
    const winner = `0x${outcomes.indexOf('registered')}`
    expect(await stores[0]?.get(alice.name)).toMatchObject({
      owner: `60:${winner}`,
      addresses: [{ address: winner }],
    })
  })

  test('behavior: an owner who registers two names concurrently gets one', async () => {
    const stores = (await openTogether(2)).map((database) => createNameStore({ database }))
    const outcomes = await Promise.all(
      stores.map((store, index) => store.register({ ...alice, name: `alice${index}.portico.local` })),
    )
    expect(outcomes.toSorted()).toEqual(['owner-has-name', 'registered'])
  })

  test('behavior: only its owner changes a name', async () => {
    const store = createNameStore({ database: await open() })
    await store.register(alice)
    const otherOwner = { name: alice.name, owner: bob.owner, now: 2000 }
    expect(await store.setAttributes({ ...otherOwner, attributes: { url: 'x' } })).toBe(false)
    expect(await store.setAddress({ ...otherOwner, coinType: 60, address: '0xb0' })).toBe(false)
    expect(await store.release(otherOwner)).toBe(false)
    const self = { name: alice.name, owner: alice.owner, now: 2000 }
    expect(await store.setAttributes({ ...self, attributes: { url: 'https://a.example' } })).toBe(true)
    expect(await store.setAddress({ ...self, coinType: 501, address: 'sol' })).toBe(true)
    expect(await store.setAddress({ ...self, coinType: 501, address: 'sol2' })).toBe(true)
    expect(await store.get(alice.name)).toMatchObject({
      attributes: { url: 'https://a.example' },
      addresses: [
        { coinType: 60, address: '0xa1' },
        { coinType: 501, address: 'sol2' },
      ],
      updatedAt: 2000,
    })
  })

  test('behavior: finds the name of an owner, not names that point at the address', async () => {
    const store = createNameStore({ database: await open() })
    await store.register(alice)
    await store.setAddress({ ...alice, coinType: 2_147_483_658, address: '0xb0' })
    expect(await store.ofOwner(bob.owner)).toBeUndefined()
    await store.register(bob)
    expect(await store.ofOwner(bob.owner)).toMatchObject({ name: bob.name, addresses: [{ address: '0xb0' }] })
  })

  test('behavior: a released name has a cooldown of a day for others, not for its last owner', async () => {
    const store = createNameStore({ database: await open() })
    await store.register(alice)
    expect(await store.release({ name: alice.name, owner: alice.owner, now: 2000 })).toBe(true)
    expect(await store.get(alice.name)).toBeUndefined()
    expect(await store.ofOwner(alice.owner)).toBeUndefined()
    expect(await store.register({ ...bob, name: alice.name, now: 2000 + day - 1 })).toBe('cooling')
    expect(await store.register({ ...alice, now: 2001 })).toBe('registered')
    await store.release({ name: alice.name, owner: alice.owner, now: 3000 })
    expect(await store.register({ ...bob, name: alice.name, now: 3000 + day })).toBe('registered')
  })

  test('behavior: a registration concurrent with the release does not bypass the cooldown', async () => {
    const stores = (await openTogether(3)).map((database) => createNameStore({ database }))
    for (let round = 0; round < 10; round++) {
      const entry = { ...alice, name: `alice${round}.portico.local`, owner: `60:0xa${round}` }
      await stores[0]?.register(entry)
      const [released, ...outcomes] = await Promise.all([
        stores[0]?.release({ ...entry, now: 2000 }),
        ...Array.from({ length: 12 }, (_, index) =>
          stores[index % stores.length]?.register({
            ...bob,
            name: entry.name,
            owner: `60:0xb${round}-${index}`,
            now: 2000,
          }),
        ),
      ])
      expect(released).toBe(true)
      expect(outcomes.filter((outcome) => outcome === 'registered')).toEqual([])
      expect(await stores[0]?.get(entry.name)).toBeUndefined()
    }
  })

  test('behavior: a repeated registration by the owner changes nothing', async () => {
    const store = createNameStore({ database: await open() })
    await store.register(alice)
    const before = await store.get(alice.name)
    expect(await store.register({ ...alice, now: 9000 })).toBe('registered')
    expect(await store.get(alice.name)).toEqual(before)
  })

  test('behavior: a nonce and a signature can be used once, even concurrently', async () => {
    const stores = (await openTogether(2)).map((database) => createNameStore({ database }))
    await stores[0]?.addNonce({ nonce: 'n', expiresAt: 10, now: 1 })
    const consumed = await Promise.all(stores.map((store) => store.consumeNonce({ nonce: 'n', now: 2 })))
    expect(consumed.toSorted()).toEqual([false, true])
    await stores[0]?.addNonce({ nonce: 'late', expiresAt: 10, now: 1 })
    expect(await stores[0]?.consumeNonce({ nonce: 'late', now: 10 })).toBe(false)
    const used = await Promise.all(
      stores.map((store) => store.useSignature({ hash: 'h', expiresAt: 10, now: 1 })),
    )
    expect(used.toSorted()).toEqual([false, true])
  })
})
