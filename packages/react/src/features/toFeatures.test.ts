import { describe, expect, test } from 'vitest'
import { toFeatures } from './toFeatures.ts'

const feature = (id: string, isEnabled: boolean, config: string[] | null = null) => ({
  id,
  isEnabled,
  config,
})

describe('toFeatures', () => {
  test.each([
    [feature('social_login', true, ['email', 'google', 'x']), { email: true, socials: ['google', 'x'] }],
    [feature('social_login', true, ['google', 'google', 'made-up']), { email: false, socials: ['google'] }],
    [feature('social_login', true, ['email']), { email: true, socials: false }],
    [feature('social_login', true, []), { email: false, socials: false }],
    [feature('social_login', true), {}],
    [feature('social_login', false, ['email', 'google']), { email: false, socials: false }],
    [feature('swap', true, ['1inch']), { swaps: true }],
    [feature('swap', true), { swaps: true }],
    [feature('swap', true, []), { swaps: false }],
    [feature('swap', false, ['1inch']), { swaps: false }],
    [feature('onramp', true, ['meld']), { onramp: true }],
    [feature('onramp', true, []), { onramp: false }],
    [feature('onramp', false), { onramp: false }],
    [feature('activity', true), { history: true }],
    [feature('activity', false), { history: false }],
    [feature('headless', true), { headless: true }],
    [feature('headless', false), { headless: false }],
    [feature('unknown', true), {}],
    [feature('constructor', true), {}],
  ])('behavior: %o is %o', (given, expected) => {
    expect(toFeatures([given])).toEqual(expected)
  })

  test('behavior: several features, of which the last one with an ID counts', () => {
    const given = [feature('swap', true), feature('activity', false), feature('swap', false)]
    expect(toFeatures(given)).toEqual({ swaps: false, history: false })
    expect(toFeatures([])).toEqual({})
  })
})
