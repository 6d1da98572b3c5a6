import { expect, test } from 'vitest'
import { describeEngines } from '../../testing/describeEngines.ts'
import { createTokenStore } from './store.ts'

const chain = 'eip155:1'

await describeEngines('createTokenStore', ({ open }) => {
  test('behavior: stores the latest metadata of each contract, and returns it while it is fresh', async () => {
    const store = createTokenStore({ database: await open() })
    const none = { name: null, symbol: null, decimals: null }
    await store.put({ chain, address: '0xa', fetchedAt: 1, name: 'A', symbol: 'A', decimals: 6 })
    await store.put({ chain, address: '0xa', fetchedAt: 5, name: 'A2', symbol: 'A', decimals: 18 })
    await store.put({ chain, address: '0xb', fetchedAt: 5, ...none })
    await store.put({ chain: 'eip155:10', address: '0xa', fetchedAt: 5, ...none })
    const found = await store.get({ chain, addresses: ['0xa', '0xb', '0xc'], since: 5 })
    expect(Object.fromEntries(found)).toEqual({
      '0xa': { name: 'A2', symbol: 'A', decimals: 18 },
      '0xb': none,
    })
    expect((await store.get({ chain, addresses: ['0xa'], since: 6 })).size).toBe(0)
  })

  test('behavior: deletes metadata that is older than thirty days, once a day', async () => {
    const database = await open()
    const day = 24 * 3_600_000
    const put = (address: string, fetchedAt: number, store = createTokenStore({ database })) =>
      store.put({ chain, address, fetchedAt, name: null, symbol: null, decimals: 0 })
    const count = async () => (await database.selectFrom('tokens').select('address').execute()).length
    for (let index = 0; index < 50; index++) await put(`0x${index}`, index)
    const store = createTokenStore({ database })
    await put('0xa', 30 * day + 40, store)
    expect(await count()).toBe(11)
    await put('0xb', 31 * day + 39, store)
    expect(await count()).toBe(12)
    await put('0xc', 31 * day + 40, store)
    expect(await count()).toBe(3)
  })

  test('behavior: reads thousands at once', async () => {
    const store = createTokenStore({ database: await open() })
    await store.put({ chain, address: '0x1500', fetchedAt: 1, name: null, symbol: null, decimals: 0 })
    const addresses = Array.from({ length: 3000 }, (_, index) => `0x${index}`)
    expect([...(await store.get({ chain, addresses, since: 0 })).keys()]).toEqual(['0x1500'])
  })
})
