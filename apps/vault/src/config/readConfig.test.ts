import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '@portico/server/testing'
import { describe, expect, test } from 'vitest'
import { checkConfig } from './checkConfig.ts'
import { readConfig } from './readConfig.ts'

const production = {
  NODE_ENV: 'production',
  WALLET_ORIGIN: 'https://wallet.example',
  GATEWAY_URL: 'https://gateway.example',
  VAULT_URL: 'https://vault.example',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'login@shop.example',
}

describe('readConfig', () => {
  test('behavior: outside production, the gateway is the local one', () => {
    expect(readConfig({}).gatewayUrl).toBe('http://localhost:4401')
    expect(readConfig({ GATEWAY_PORT: '5501' }).gatewayUrl).toBe('http://localhost:5501')
  })

  test.each(['WALLET_ORIGIN', 'GATEWAY_URL', 'VAULT_URL', 'SMTP_URL', 'MAIL_FROM'])(
    'error: in production, %s is required',
    (name) => {
      expect(readConfig(production).gatewayUrl).toBe('https://gateway.example')
      expect(() => readConfig({ ...production, [name]: undefined })).toThrow(`${name} is not set`)
    },
  )
})

describe('readConfig with social logins', () => {
  const file = (content = 'the secret') => {
    const path = join(tempFolder(), 'secret')
    writeFileSync(path, `${content}\n`)
    return path
  }

  test('behavior: reads clients with their secrets; a provider without a client ID is off', () => {
    expect(readConfig({}).socials).toEqual({ issuers: undefined, clients: {} })
    const env = {
      SOCIAL_ISSUERS: 'http://localhost:4409/',
      SOCIAL_GOOGLE_CLIENT_ID: 'google-id',
      SOCIAL_GOOGLE_CLIENT_SECRET_FILE: file(),
      SOCIAL_APPLE_CLIENT_ID: 'apple-id',
      SOCIAL_APPLE_TEAM_ID: 'team',
      SOCIAL_APPLE_KEY_ID: 'key',
      SOCIAL_APPLE_KEY_FILE: file('the key'),
      SOCIAL_X_CLIENT_SECRET_FILE: file(),
    }
    expect(readConfig(env).socials).toEqual({
      issuers: 'http://localhost:4409',
      clients: {
        google: { id: 'google-id', secret: 'the secret' },
        apple: { id: 'apple-id', secret: 'the key', teamId: 'team', keyId: 'key' },
      },
    })
  })

  test('behavior: --check prints the redirect URIs to register', () => {
    expect(checkConfig(production).text).toContain('no social logins')
    const secret = file()
    const { ok, text } = checkConfig({
      ...production,
      SOCIAL_GOOGLE_CLIENT_ID: 'id',
      SOCIAL_GOOGLE_CLIENT_SECRET_FILE: secret,
      SOCIAL_DISCORD_CLIENT_ID: 'id',
      SOCIAL_DISCORD_CLIENT_SECRET_FILE: secret,
    })
    expect(ok).toBe(true)
    expect(text.split('\n').filter((line) => line.includes('social'))).toEqual([
      'social login with google: register https://wallet.example/social/google there as redirect URI',
      'social login with discord: register https://wallet.example/social/discord and https://wallet.example/social/discord/second there as redirect URI',
    ])
    expect(text).not.toContain('the secret')
  })

  test.each([
    [{ SOCIAL_GOOGLE_CLIENT_ID: 'id' }, 'SOCIAL_GOOGLE_CLIENT_SECRET_FILE is not set'],
    [
      { SOCIAL_GOOGLE_CLIENT_ID: 'id', SOCIAL_GOOGLE_CLIENT_SECRET_FILE: '/none' },
      'SOCIAL_GOOGLE_CLIENT_SECRET_FILE cannot be read (ENOENT): /none.',
    ],
    [{ SOCIAL_APPLE_CLIENT_ID: 'id' }, 'SOCIAL_APPLE_TEAM_ID is not set'],
    [{ SOCIAL_ISSUERS: 'http://localhost:4409' }, 'SOCIAL_ISSUERS replaces the real providers'],
  ])('error: %o', (env, problem) => {
    expect(() => readConfig({ ...production, ...env })).toThrow(problem)
  })

  test('error: an empty secret', () => {
    const env = { SOCIAL_X_CLIENT_ID: 'id', SOCIAL_X_CLIENT_SECRET_FILE: file('') }
    expect(() => readConfig(env)).toThrow('SOCIAL_X_CLIENT_SECRET_FILE is an empty file')
  })
})
