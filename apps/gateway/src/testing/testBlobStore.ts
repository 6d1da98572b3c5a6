import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { BlobStore } from '../modules/images/BlobStore.ts'

/** The contract suite of `BlobStore`. `create` returns an empty store; `now` advances with each call. */
export function testBlobStore(
  name: string,
  create: (options: { maxBytes: number; now: () => number }) => BlobStore,
): void {
  const key = (text: string) => createHash('sha256').update(text).digest('hex')
  const blob = (text: string, mediaType = 'image/png') => ({ mediaType, bytes: Buffer.from(text) })
  let time = 1_800_000_000_000
  const now = () => {
    time += 1000
    return time
  }

  describe(`${name} as a BlobStore`, () => {
    test('behavior: get returns what was put', async () => {
      const store = create({ maxBytes: 10_000, now })
      expect(await store.get(key('a'))).toBeUndefined()
      const bytes = Buffer.from([0, 10, 255, 13, 10])
      await store.put(key('a'), { mediaType: 'image/webp', bytes })
      await store.put(key('b'), blob(''))
      expect(await store.get(key('a'))).toEqual({ mediaType: 'image/webp', bytes })
      expect(await store.get(key('b'))).toEqual(blob(''))
    })

    test('behavior: a later put replaces the blob; changing a buffer does not change the store', async () => {
      const store = create({ maxBytes: 10_000, now })
      await store.put(key('a'), blob('one'))
      const second = blob('two', 'image/gif')
      await store.put(key('a'), second)
      second.bytes[0] = 0
      const first = await store.get(key('a'))
      first?.bytes.fill(0)
      expect(await store.get(key('a'))).toEqual(blob('two', 'image/gif'))
    })

    test('behavior: evicts the least recently used blobs', async () => {
      const store = create({ maxBytes: 3500, now })
      for (const name of ['a', 'b', 'c']) await store.put(key(name), blob(name.repeat(1000)))
      await store.get(key('a'))
      await store.put(key('d'), blob('d'.repeat(1000)))
      const kept = await Promise.all(['a', 'b', 'c', 'd'].map(async (name) => !!(await store.get(key(name)))))
      expect(kept).toEqual([true, false, true, true])
    })

    test('behavior: does not store a blob larger than the store', async () => {
      const store = create({ maxBytes: 3500, now })
      await store.put(key('a'), blob('a'))
      await store.put(key('b'), blob('b'.repeat(5000)))
      expect(await store.get(key('b'))).toBeUndefined()
      expect(await store.get(key('a'))).toEqual(blob('a'))
    })

    test('behavior: supports concurrent puts', async () => {
      const store = create({ maxBytes: 100_000, now })
      const names = Array.from({ length: 30 }, (_, index) => `name ${index}`)
      await Promise.all([...names, ...names].map((name) => store.put(key(name), blob(name))))
      for (const name of names) expect(await store.get(key(name))).toEqual(blob(name))
    })
  })
}
