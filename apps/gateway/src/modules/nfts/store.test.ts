import { expect, test } from 'vitest'
import { describeEngines } from '../../testing/describeEngines.ts'
import { createNftStore } from './store.ts'

const id = { chain: 'eip155:1', token: '0xa', tokenId: '1' }

await describeEngines('createNftStore', ({ open }) => {
  test('behavior: stores the latest metadata of each token ID, with its time', async () => {
    const store = createNftStore({ database: await open() })
    const metadata = { name: 'Ünïcode 🎨', description: null, image: 'https://a.example/1.png' }
    await store.put({ ...id, fetchedAt: 1, name: 'old', description: 'old', image: null })
    await store.put({ ...id, fetchedAt: 2, ...metadata })
    expect(await store.get(id)).toEqual({ metadata, fetchedAt: 2, retryAt: 0 })
    expect(await store.get({ ...id, tokenId: '2' })).toBeUndefined()
  })

  test('behavior: one of several claims succeeds, and the next one after it has expired', async () => {
    const store = createNftStore({ database: await open() })
    const claims = await Promise.all([1, 2, 3, 4].map(() => store.claim({ ...id, now: 1000, until: 1060 })))
    expect(claims.filter((failures) => failures === 0)).toHaveLength(1)
    expect(claims.filter((failures) => failures === undefined)).toHaveLength(3)
    expect(await store.claim({ ...id, now: 1059, until: 2000 })).toBeUndefined()
    expect(await store.claim({ ...id, now: 1060, until: 1120 })).toBe(0)
  })

  test('behavior: counts failures until a success', async () => {
    const store = createNftStore({ database: await open() })
    await store.postpone({ ...id, failures: 3, until: 5000 })
    expect(await store.get(id)).toEqual({ metadata: undefined, fetchedAt: 0, retryAt: 5000 })
    expect(await store.claim({ ...id, now: 4999, until: 6000 })).toBeUndefined()
    expect(await store.claim({ ...id, now: 5000, until: 6000 })).toBe(3)
    await store.put({ ...id, fetchedAt: 5001, name: 'a', description: null, image: null })
    expect(await store.get(id)).toMatchObject({ metadata: { name: 'a' }, retryAt: 0 })
    expect(await store.claim({ ...id, now: 5002, until: 6000 })).toBe(0)
  })
})
