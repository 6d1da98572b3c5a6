import { afterEach, describe, expect, test, vi } from 'vitest'
import { toOfferedSocials } from './toOfferedSocials.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const socials = ['google', 'farcaster', 'facebook', 'x']

describe('toOfferedSocials', () => {
  test.each([
    ['Macintosh', ['google', 'farcaster', 'facebook', 'x']],
    ['iPhone', ['google', 'farcaster', 'x']],
    ['Android', ['google', 'farcaster', 'x']],
  ])('behavior: on %s %j are offered', (userAgent, offered) => {
    vi.stubGlobal('navigator', { userAgent })
    expect(toOfferedSocials({ socials })).toEqual(offered)
  })

  test.each([{}, { socials: false as const }, { socials: [] }])(
    'behavior: nothing is offered with %j: the operator has set up nothing',
    (features) => {
      expect(toOfferedSocials(features)).toEqual([])
    },
  )
})
