import { expect, test } from 'vitest'
import { describeEngines } from '../../testing/describeEngines.ts'
import { createProjectStore, type ProjectStore } from './store.ts'

const shop = {
  id: 'shop',
  name: 'Shop',
  allowedOrigins: ['https://shop.example'],
  unitsPerMinute: 100,
  features: [{ id: 'onramp', isEnabled: true, config: ['meld'] }],
  createdAt: 5,
}

await describeEngines('createProjectStore', ({ open, openTogether }) => {
  test('behavior: stores a project once, completely, and every change increments the revision', async () => {
    const store = createProjectStore({ database: await open() })
    expect(await store.revision()).toBe(0)
    expect(await store.add(shop)).toBe(true)
    expect(await store.add({ ...shop, name: 'Other' })).toBe(false)
    expect(await store.list()).toEqual([shop])
    expect(await store.revision()).toBe(1)
    const { createdAt, unitsPerMinute: _none, ...rest } = shop
    expect(await store.replace({ ...rest, name: 'New' })).toBe(true)
    expect(await store.replace({ ...rest, id: 'none' })).toBe(false)
    expect(await store.list()).toEqual([{ ...rest, name: 'New', createdAt }])
    expect(await store.revision()).toBe(2)
  })

  test('behavior: removing a project removes its keys', async () => {
    const store = createProjectStore({ database: await open() })
    await store.add(shop)
    await store.addKey({ id: 'a', projectId: 'shop', hash: 'h1', createdAt: 1 })
    await store.addKey({ id: 'b', projectId: 'shop', hash: 'h2', createdAt: 2 })
    expect(await store.removeKey({ projectId: 'other', id: 'a' })).toBe(false)
    expect(await store.removeKey({ projectId: 'shop', id: 'a' })).toBe(true)
    expect(await store.keys()).toEqual([{ id: 'b', projectId: 'shop', hash: 'h2', createdAt: 2 }])
    expect(await store.remove('shop')).toBe(true)
    expect(await store.remove('shop')).toBe(false)
    expect([await store.list(), await store.keys()]).toEqual([[], []])
  })

  test('behavior: one of several concurrent additions of an ID succeeds', async () => {
    const stores = (await openTogether(3)).map((database) => createProjectStore({ database }))
    const added = await Promise.all(stores.map((store) => store.add(shop)))
    expect(added.filter(Boolean)).toHaveLength(1)
    expect(await (stores[0] as ProjectStore).revision()).toBe(1)
  })
})
