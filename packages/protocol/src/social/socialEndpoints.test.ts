import { describe, expect, test } from 'vitest'
import { socialEndpoints } from './socialEndpoints.ts'
import { socialProvider } from './socialProvider.ts'

describe('socialEndpoints', () => {
  test.each(socialProvider.options)(
    'behavior: %s answers over HTTPS, with ID tokens or an account',
    (provider) => {
      const { issuer, authorization, token, jwks, user } = socialEndpoints(provider)
      for (const url of [issuer, authorization, token, jwks ?? user])
        expect(url).toMatch(/^https:\/\/[\w./@-]+$/)
      expect([jwks, user].filter(Boolean)).toHaveLength(1)
    },
  )

  test('behavior: local providers answer below one address, and are asked for the same', () => {
    expect(socialEndpoints('google', 'http://localhost:4409')).toEqual({
      issuer: 'http://localhost:4409/google',
      authorization: 'http://localhost:4409/google/authorize',
      token: 'http://localhost:4409/google/token',
      jwks: 'http://localhost:4409/google/oauth2/v3/certs',
      scope: 'openid email profile',
      parameters: { prompt: 'select_account' },
    })
  })
})
