import { type SocialProvider, socialProvider } from '@portico/protocol/social'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createSocialLogin, startProviders } from '../../../test/createSocialLogin.ts'
import { createTestVault, type TestVault } from '../../testing/createTestVault.ts'

const ada = 'ada@example.com'

describe('providers of social logins', () => {
  let vault: TestVault
  beforeEach(async () => {
    vault = await createTestVault(await startProviders())
  })

  async function account(provider: SocialProvider, person: string) {
    const { userId, profile, idToken } = await (await createSocialLogin({ vault, provider })).logIn(person)
    return { userId, profile, hasIdToken: idToken !== undefined }
  }

  test.each([
    ['google', { email: ada, name: 'Ada Moreau' }, true],
    // Apple does not put the name into the ID token.
    ['apple', { email: ada, name: 'Ada Moreau' }, true],
    ['github', { email: ada, name: 'Ada Moreau', handle: 'ada_moreau' }, false],
    ['discord', { email: ada, name: 'Ada Moreau', handle: 'ada_moreau' }, false],
    ['x', { name: 'Ada Moreau', handle: 'ada_moreau' }, false],
    ['facebook', { name: 'Ada Moreau' }, false],
  ] as const)('behavior: %s', async (provider, profile, hasIdToken) => {
    const first = await account(provider, 'ada')
    expect(first).toMatchObject({ profile, hasIdToken })
    expect(Object.keys(first.profile).sort()).toEqual(Object.keys(profile).sort())
    expect((await account(provider, 'ada')).userId).toBe(first.userId)
    expect((await account(provider, 'ben')).userId).not.toBe(first.userId)
    // Only what the provider has verified.
    expect((await account(provider, 'cleo')).profile.email).toBeUndefined()
  })

  test('behavior: a person has another user at each provider', async () => {
    const ids = new Set<string>()
    for (const provider of socialProvider.options) ids.add((await account(provider, 'ada')).userId)
    expect(ids.size).toBe(6)
  })

  test('behavior: Apple tells the name at the first login only', async () => {
    await account('apple', 'ada')
    expect((await account('apple', 'ada')).profile).toEqual({ email: ada })
  })

  test.each(socialProvider.options)(
    'error: %s refuses a made-up code, and one of another login',
    async (provider) => {
      const attacker = await createSocialLogin({ vault, provider })
      await attacker.begin()
      const stolen = await attacker.visit()
      for (const params of [stolen, { ...stolen, code: 'made-up' }]) {
        const login = await createSocialLogin({ vault, provider })
        await login.begin()
        expect(await (await login.finish(params)).json()).toEqual({ status: 'failed' })
      }
    },
  )

  test.each(socialProvider.options)('behavior: a visitor cancels at %s', async (provider) => {
    const login = await createSocialLogin({ vault, provider })
    await login.begin()
    expect(await (await login.finish(await login.visit({}, 'yes'))).json()).toEqual({ status: 'refused' })
  })

  test('error: a result of Discord without its issuer', async () => {
    const login = await createSocialLogin({ vault, provider: 'discord' })
    await login.begin()
    const { iss, ...params } = await login.visit()
    expect(iss).toMatch(/\/discord$/)
    expect(await (await login.finish(params)).json()).toEqual({ status: 'failed' })
  })

  test.each(socialProvider.options)('error: %s refuses a wrong secret of the client', async (provider) => {
    const { clients } = vault.services.config.socials
    const client = clients[provider]
    if (!client) throw new Error('no client')
    if (provider === 'apple') client.keyId = 'WRONGKEY00'
    else client.secret = 'wrong'
    const login = await createSocialLogin({ vault, provider })
    await login.begin()
    expect(await (await login.finish(await login.visit())).json()).toEqual({ status: 'failed' })
    expect(vault.logged.join()).not.toContain('wrong')
  })

  test('behavior: the keys of a provider are loaded once', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch')
    await account('google', 'ada')
    await account('google', 'ben')
    const urls = fetched.mock.calls.map(([input]) => String(input))
    expect(urls.filter((url) => url.endsWith('/certs'))).toHaveLength(1)
    expect(urls.filter((url) => url.endsWith('/token'))).toHaveLength(2)
    fetched.mockRestore()
  })
})
