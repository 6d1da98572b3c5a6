import { createHash } from 'node:crypto'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '@portico/server/testing'
import { describe, expect, test } from 'vitest'
import { testBlobStore } from '../../testing/testBlobStore.ts'
import { createFileBlobStore } from './createFileBlobStore.ts'

testBlobStore('createFileBlobStore', (options) =>
  createFileBlobStore({ folder: join(tempFolder(), 'images'), ...options }),
)

const key = createHash('sha256').update('a').digest('hex')
const blob = { mediaType: 'image/png', bytes: Buffer.from('a') }

describe('createFileBlobStore', () => {
  test('behavior: a second process finds the blobs of the first and counts their bytes', async () => {
    const folder = tempFolder()
    const first = createFileBlobStore({ folder, maxBytes: 3500 })
    await first.put(key, blob)
    expect(await createFileBlobStore({ folder, maxBytes: 3500 }).get(key)).toEqual(blob)
    for (const [index, name] of ['b', 'c', 'd', 'e'].entries())
      await createFileBlobStore({ folder, maxBytes: 3500, now: () => Date.now() + index * 1000 }).put(
        createHash('sha256').update(name).digest('hex'),
        { ...blob, bytes: Buffer.alloc(1000) },
      )
    const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size)
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(3500)
    expect(sizes.length).toBeGreaterThan(2)
  })

  test('error: refuses a key that is a path', async () => {
    const store = createFileBlobStore({ folder: tempFolder(), maxBytes: 1000 })
    await expect(store.get('../keys.json')).rejects.toThrow('64 hex digits')
    await expect(store.put('../keys.json', blob)).rejects.toThrow('64 hex digits')
  })

  test('error: ignores a truncated file', async () => {
    const folder = tempFolder()
    writeFileSync(join(folder, key), 'image')
    expect(await createFileBlobStore({ folder, maxBytes: 1000 }).get(key)).toBeUndefined()
  })
})
