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
})
