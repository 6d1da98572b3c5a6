import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '@portico/server/testing'
import { describe, expect, test } from 'vitest'
import { checkConfig } from './checkConfig.ts'
import { readConfig } from './readConfig.ts'

const production = {
  NODE_ENV: 'production',
  RPC_URLS: '{"eip155:1":["https://node.example"]}',
  WALLET_ORIGIN: 'https://wallet.example',
  VAULT_URL: 'https://vault.example/',
  PUBLIC_URLS: 'https://gateway.example',
  WALLET_KEK_FILE: '/run/kek.json',
  WALLET_KEYS_FILE: '/run/wallet-keys.json',
  GATEWAY_SMTP_URL: 'smtps://login:secret@mail.example',
  GATEWAY_MAIL_FROM: 'Shop <login@shop.example>',
}

describe('readSocial', () => {
  test('behavior: no provider is set up by default', () => {
    expect(readConfig(production).embedded?.social).toEqual({
      issuers: undefined,
      clientIds: new Map(),
      clients: {},
      farcasterRpcUrls: undefined,
    })
  })

  test('behavior: a client ID sets up a provider, with a secret if it issues no ID tokens', () => {
    const file = join(tempFolder(), 'secret')
    writeFileSync(file, 'the secret\n')
    const env = {
      SOCIAL_GOOGLE_CLIENT_ID: '1.apps.example',
      SOCIAL_APPLE_CLIENT_ID: 'example.shop',
      SOCIAL_GITHUB_CLIENT_ID: 'Iv1',
      SOCIAL_GITHUB_CLIENT_SECRET_FILE: file,
    }
    expect(readConfig({ ...production, ...env }).embedded?.social).toMatchObject({
      clientIds: new Map([
        ['google', '1.apps.example'],
        ['github', 'Iv1'],
        ['apple', 'example.shop'],
      ]),
      clients: { github: { id: 'Iv1', secret: 'the secret' } },
    })
    expect(checkConfig({ ...production, ...env }).text).toContain(
      'social login with github: register https://wallet.example/social/github and https://wallet.example/social/github/second there',
    )
  })

  test.each(['GITHUB', 'DISCORD', 'X', 'FACEBOOK'])(
    'error: %s without the secret is half a configuration',
    (name) => {
      const env = { ...production, [`SOCIAL_${name}_CLIENT_ID`]: 'id' }
      expect(() => readConfig(env)).toThrow(`SOCIAL_${name}_CLIENT_SECRET_FILE is not set`)
      const file = { [`SOCIAL_${name}_CLIENT_SECRET_FILE`]: '/none' }
      expect(() => readConfig({ ...env, ...file })).toThrow('cannot be read (ENOENT): /none.')
    },
  )

  test('behavior: two nodes set up logins with Farcaster', () => {
    const env = { ...production, FARCASTER_RPC_URLS: 'https://a.example/key,https://b.example' }
    const urls = ['https://a.example/key', 'https://b.example']
    expect(readConfig(env).embedded?.social.farcasterRpcUrls).toEqual(urls)
    const { text } = checkConfig(env)
    expect(text).toContain('logins with Farcaster: verified with 2 nodes')
    expect(text).not.toContain('key,')
    expect(() => readConfig({ ...env, FARCASTER_RPC_URLS: 'https://a.example' })).toThrow(
      'at least two nodes',
    )
  })

  test('behavior: local providers replace the real ones in development', () => {
    const env = { SOCIAL_ISSUERS: 'http://localhost:4409/' }
    expect(readConfig(env).embedded?.social.issuers).toBe('http://localhost:4409')
  })

  test('error: local providers are refused in production, and elsewhere if they have no address', () => {
    const env = { SOCIAL_ISSUERS: 'http://localhost:4409' }
    expect(() => readConfig({ ...production, ...env })).toThrow(/SOCIAL_ISSUERS must not be set/)
    expect(() => readConfig({ SOCIAL_ISSUERS: 'localhost' })).toThrow(/SOCIAL_ISSUERS must be an http/)
  })
})
