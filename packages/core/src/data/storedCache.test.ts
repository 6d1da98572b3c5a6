import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { memoryStorage } from '../testing/memoryStorage.ts'
import { lifetimes } from './lifetimes.ts'
import { storedCache } from './storedCache.ts'

const name = 'cache'
const now = 1_800_000_000_000
function make(initial?: string) {
  const storage = memoryStorage(initial === undefined ? {} : { [name]: initial })
  return {
    storage,
    cache: storedCache({ storage, name, schema: z.object({ amount: z.string() }), lifetime: 30_000 }),
  }
}
const entry = (timestamp: number, value: unknown = { amount: '1' }) =>
  JSON.stringify({ ada: { timestamp, value } })

describe('lifetimes', () => {
  test('behavior: balances 30 s, identity 5 min', () => {
    expect(lifetimes).toMatchObject({ portfolio: 30_000, identity: 300_000 })
  })
})

describe('storedCache', () => {
  test('behavior: returns the stored value with its timestamp', () => {
    const { cache } = make()
    cache.set('ada', { amount: '1' }, now)
    expect(cache.get('ada', now + 1)).toEqual({ timestamp: now, value: { amount: '1' } })
    expect(cache.get('bob', now)).toBeUndefined()
  })

  test.each([
    ['fresh', 0, true],
    ['at the end of its lifetime', 30_000, true],
    ['past its lifetime', 30_001, false],
    ['written in the future', -1, false],
  ])('param: an entry %s', (_, age, there) => {
    expect(make(entry(now - age)).cache.get('ada', now) !== undefined).toBe(there)
  })

  test.each([
    ['invalid JSON', '{'],
    ['null', 'null'],
    ['an array', '[]'],
    ['a string', '"x"'],
    ['another version’s entry', JSON.stringify({ ada: { balance: '1', time: now } })],
    ['another version’s value', entry(now, { amount: 1 })],
    ['an invalid timestamp', JSON.stringify({ ada: { timestamp: 'today', value: { amount: '1' } } })],
    ['nothing', ''],
  ])('error: %s is an empty cache, and can be written over', (_, stored) => {
    const { cache } = make(stored)
    expect(cache.get('ada', now)).toBeUndefined()
    cache.set('ada', { amount: '2' }, now)
    expect(cache.get('ada', now)?.value).toEqual({ amount: '2' })
  })

  test('behavior: keeps the eight newest entries', () => {
    const { cache, storage } = make()
    for (let i = 0; i < 12; i++) cache.set(`account ${i}`, { amount: '1' }, now + i)
    expect(Object.keys(JSON.parse(storage.entries.get(name) ?? ''))).toHaveLength(8)
    expect(cache.get('account 3', now + 20)).toBeUndefined()
    expect(cache.get('account 4', now + 20)).toBeDefined()
  })

  test('behavior: entries with a timestamp in the future do not displace new ones', () => {
    const { cache } = make()
    for (let i = 0; i < 8; i++) cache.set(`account ${i}`, { amount: '1' }, now + 86_400_000)
    cache.set('ada', { amount: '1' }, now)
    expect(cache.get('ada', now)).toBeDefined()
  })
})
