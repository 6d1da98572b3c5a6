// @vitest-environment jsdom
import type { Features } from '@portico/core'
import { testKit } from '@portico/core/testing'
import type { SocialProvider } from '@portico/protocol/social'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { listSocials } from './listSocials.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.restoreAllMocks()
})

function list(offeredSocials: readonly SocialProvider[] | undefined, features: Partial<Features> = {}) {
  const { kit } = testKit({ features })
  stops.push(() => kit.destroy())
  return listSocials({ ...kit.store.getState(), offeredSocials })
}

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

describe('listSocials', () => {
  test('param: features.socials has the order, and only what the operator has set up is listed', () => {
    expect(list(['github', 'google', 'x']).providers).toEqual(['google', 'x', 'github'])
    expect(list(['github', 'google'], { socials: ['github', 'google', 'apple'] }).providers).toEqual([
      'github',
      'google',
    ])
    expect(list(['google'], { socials: false }).providers).toEqual([])
    expect(list([]).providers).toEqual([])
  })

  test('behavior: before the operator’s list is known there is none', () => {
    expect(list(undefined)).toEqual({ providers: [], isReduced: false })
  })

  test.each([
    ['Instagram', `${iPhone} Mobile/15E148 Instagram 300.0`],
    ['Facebook', `${iPhone} Mobile/15E148 [FBAN/FBIOS;FBAV/400.0]`],
    ['Line', `${iPhone} Mobile/15E148 Safari/604.1 Line/14.0.0`],
    [
      'a web view on Android',
      'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) Chrome/138.0 Mobile Safari/537.36',
    ],
    ['a web view on an iPhone', `${iPhone} Mobile/15E148`],
  ])('behavior: in %s there is no Google and no Facebook', (_, userAgent) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
    expect(list(['google', 'facebook', 'github'])).toEqual({ providers: ['github'], isReduced: true })
    expect(list(['github'])).toEqual({ providers: ['github'], isReduced: false })
  })

  test.each([
    ['Safari', `${iPhone} Version/18.5 Mobile/15E148 Safari/604.1`],
    ['Chrome on Android', 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/138.0 Mobile Safari/537.36'],
  ])('behavior: in %s nothing is left out', (_, userAgent) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
    expect(list(['google']).isReduced).toBe(false)
  })
})
