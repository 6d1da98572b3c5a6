import { describe, expect, test } from 'vitest'
import { createResponseCache } from './createResponseCache.ts'

describe('createResponseCache', () => {
  test('behavior: stays within its size and evicts the least recently used entries', () => {
    let now = 0
    const cache = createResponseCache({ maxBytes: 100_000, now: () => now })
    const entry = { kind: 'head', chain: 'eip155:1', block: 1, until: Number.POSITIVE_INFINITY } as const
    for (let index = 0; index < 200; index++, now += 2000) {
      cache.set(`key ${index}`, { ...entry, text: 'x'.repeat(1000) })
      cache.get('key 0')
    }
    expect(cache.bytes()).toBeLessThanOrEqual(100_000)
    expect(cache.get('key 0')).toBeDefined()
    expect(cache.get('key 1')).toBeUndefined()
    expect(cache.get('key 199')).toBeDefined()
    cache.set('huge', { ...entry, text: 'x'.repeat(5_000_000) })
    expect(cache.get('huge')).toBeUndefined()
  })

  test('behavior: what has expired makes room without being asked for, what has not stays', () => {
    let now = 0
    const cache = createResponseCache({ now: () => now })
    const entry = { kind: 'head', chain: 'eip155:1', block: 1, text: '"0x1"' } as const
    const lasting = Array.from({ length: 100 }, (_, index) => `lasting ${index}`)
    for (const key of lasting)
      cache.set(key, { ...entry, kind: 'immutable', until: Number.POSITIVE_INFINITY })
    for (let index = 0; index < 10_000; index++, now++)
      cache.set(`key ${index}`, { ...entry, until: now + 100 })
    // 200 are valid, each of about 210 bytes.
    expect(cache.bytes()).toBeLessThan(600 * 220)
    for (const key of [...lasting, 'key 9999']) expect(cache.get(key)).toBeDefined()
  })
})
