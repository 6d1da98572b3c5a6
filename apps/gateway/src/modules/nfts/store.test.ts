import { expect, test } from 'vitest'
import { describeEngines } from '../../testing/describeEngines.ts'
import { createNftStore } from './store.ts'

await describeEngines('createNftStore', ({ open }) => {
  test('behavior: keeps the latest of each token id, and gives it out while it is new enough', async () => {
    const store = createNftStore({ database: await open() })
    const id = { chain: 'eip155:1', token: '0xa', tokenId: '1' }
    const metadata = { name: 'Ünïcode 🎨', description: null, image: 'https://a.example/1.png' }
    await store.put({ ...id, fetchedAt: 1, name: 'old', description: 'old', image: null })
    await store.put({ ...id, fetchedAt: 2, ...metadata })
    expect(await store.get({ ...id, since: 2 })).toEqual(metadata)
    expect(await store.get({ ...id, since: 3 })).toBeUndefined()
    expect(await store.get({ ...id, tokenId: '2', since: 0 })).toBeUndefined()
  })
})
