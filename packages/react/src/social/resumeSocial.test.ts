// @vitest-environment jsdom
import { memoryStorage, testKit } from '@portico/core/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createRouter } from '../modal/router.ts'
import { watchEffectsOnUse } from '../modal/watchEffectsOnUse.ts'
import { createTheme } from '../theme.ts'

const walletUrl = 'https://wallet.test'
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  history.replaceState(null, '', '/')
})

/** Loads a page at this address, which had left for a login at `provider`. */
async function load(address: string, provider?: string) {
  history.replaceState({ kept: 1 }, '', address)
  const storage = memoryStorage()
  if (provider) storage.setItem('@appkit/social_provider', provider)
  const { kit } = testKit({ walletUrl, storage })
  stops.push(() => kit.destroy())
  const warned: string[] = []
  kit.logger.warn = (...values) => warned.push(values.join(' '))
  const router = createRouter()
  watchEffectsOnUse({ kit, router, theme: createTheme({}) })
  await vi.waitFor(() => expect(location.href).not.toContain('result_uri'))
  expect(storage.getItem('@appkit/social_provider')).toBeNull()
  return { views: () => (router.store.getState().open ? router.store.getState().stack : []), warned }
}

const result = `${walletUrl}/social?result=${'h'.repeat(43)}`
const parameter = `result_uri=${encodeURIComponent(result)}`

describe('resumeSocial', () => {
  test.each([
    [`/cart?${parameter}`, '/cart'],
    [`/cart?q=a+b&${parameter}&x=%20#/top?y`, '/cart?q=a+b&x=%20#/top?y'],
  ])('behavior: %s goes on with the login, and leaves the rest of the address', async (address, rest) => {
    const { views, warned } = await load(address, 'github')
    expect(location.href).toBe(`${location.origin}${rest}`)
    expect(history.state).toEqual({ kept: 1 })
    expect(views()).toEqual([
      { name: 'connect' },
      { name: 'connecting-social', provider: 'github', title: 'GitHub', isRedirect: true, result },
    ])
    expect(warned).toEqual([])
  })

  test.each([
    ['no login', parameter, undefined],
    ['a provider that there is not', parameter, 'evil'],
    ['another origin', `result_uri=${encodeURIComponent('https://evil.test/social?result=x')}`, 'github'],
    [
      'an origin that looks like it',
      `result_uri=${encodeURIComponent(`${walletUrl}.evil.test/social?a`)}`,
      'github',
    ],
    ['no address', 'result_uri=', 'github'],
    ['a broken one', 'result_uri=%', 'github'],
  ])('error: with %s nothing opens, and the parameter goes', async (_, query, provider) => {
    const { views, warned } = await load(`/?${query}`, provider)
    expect(views()).toEqual([])
    expect(warned).toHaveLength(1)
  })
})
