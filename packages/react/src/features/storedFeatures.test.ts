import { memoryStorage, testKit } from '@portico/core/testing'
import { describe, expect, test } from 'vitest'
import { featuresKey } from './featuresKey.ts'
import { storedFeatures } from './storedFeatures.ts'

const now = 1_800_000_000_000
const day = 24 * 60 * 60_000

function setup(stored?: string) {
  const storage = memoryStorage(stored === undefined ? {} : { [featuresKey]: stored })
  const { kit } = testKit({ storage })
  kit.destroy()
  return { storage, kit, features: storedFeatures(kit) }
}

describe('storedFeatures', () => {
  test('behavior: returns what was stored, for a day', () => {
    const { features } = setup()
    expect(features.get(now)).toBeUndefined()
    features.set({ email: false, socials: ['google'] }, now)
    expect(features.get(now + day)).toEqual({ email: false, socials: ['google'] })
    expect(features.get(now + day + 1)).toBeUndefined()
    expect(features.get(now - 1)).toBeUndefined()
  })

  test('behavior: belongs to one project', () => {
    const { features, storage } = setup()
    features.set({ email: false }, now)
    const other = testKit({ storage, projectId: 'other' }).kit
    other.destroy()
    expect(storedFeatures(other).get(now)).toBeUndefined()
  })

  test('behavior: nothing is stored if nothing is configured', () => {
    const { features, storage } = setup()
    features.set({ email: false }, now)
    features.set({}, now)
    expect(storage.entries.has(featuresKey)).toBe(false)
  })

  test.each(['', '{', 'null', '[]', '"x"', `{"timestamp":${now},"projectId":"test"}`, `{"timestamp":"x"}`])(
    'error: %s counts as nothing',
    (stored) => {
      expect(setup(stored).features.get(now)).toBeUndefined()
    },
  )

  test('error: values of a wrong type are left out', () => {
    const value = { email: 'no', socials: ['javascript:'], history: false, swaps: 1 }
    const stored = JSON.stringify({ timestamp: now, projectId: 'test', value })
    expect(setup(stored).features.get(now)).toEqual({ history: false })
  })
})
